// The page: what is watched, the selected path's charts, changes, hosts. Drawn at most twice a second.
import { drawAlerts } from './alerts.js';
import { csv, download } from './csv.js';
import { SERIES, columns, gaugeChart, percentileChart, percentileData } from './charts.js';
import { $, el, keyed, text } from './dom.js';
import { drawEffects, hasEffect, openEffect } from './effects.js';
import { NONE, ago, changeTitle, count, duration, end, gaugeUnit, knob, percent, rate, takeUnits, time } from './format.js';
import { heatmap, scale } from './heatmap.js';
import { render as renderHosts } from './hosts.js';
import { endOf, latest, model, start } from './live.js';
import { segmentBar } from './segments.js';
import { drawTail } from './tail.js';
import { goLive, pause, readHash, showLast, span, view, writeHash, zoom } from './view.js';

const STALE_MS = 5000;
const DRAW_MS = 500;
const RANGES = [['1 min', 60], ['5 min', 300], ['15 min', 900]];
// Of the last second; p99.9 of the last 15, as one second of 1,000 round trips has but one sample beyond it.
const TAIL = [
  ['p50', (w) => w.q['50'], (w) => w.absent['50']],
  ['p99', (w) => w.q['99'], (w) => w.absent['99']],
  ['p99.9 · 15 s', (w) => w.tail, (w) => w.tailAbsent],
];

const windows = () => model.windows.get(view.path) ?? [];

function shown() {
  const { from, to } = span();
  return windows().filter((w) => w.t >= from - 1000 && w.t <= to);
}

// Changes, newest first and numbered from the oldest; mine are those of the selected path's ends.
function changes() {
  const all = [...model.kind('change').values()].sort((a, b) => a.to - b.to || a.id.localeCompare(b.id));
  return all.map((change, i) => ({ change, number: i + 1, mine: view.path in change.paths }));
}

const context = {
  openChange: (id) => openEffect(id, view.path),
  zoom: (from, to) => { zoom(from, to); draw(); },
  changes: () => changes().sort((a, b) => a.mine - b.mine),
  windows,
  scaled: (most) => {
    const state = `${Math.round(most)} ${document.documentElement.dataset.theme}`;
    if (context.most !== state) {
      context.most = state;
      scale($('scale'), most);
    }
  },
  range: () => {
    let [low, high] = [Infinity, 0];
    for (const w of shown()) {
      if (w.min != null) low = Math.min(low, w.min);
      if (w.max != null) high = Math.max(high, w.max);
    }
    return high > 0 ? [(Math.max(1, low) * 0.9) / 1000, (high * 1.1) / 1000] : [10, 1000];
  },
};

function charts() {
  view.charts ??= {
    percentiles: percentileChart($('percentiles'), context),
    heat: heatmap($('heatmap'), context),
    gauges: gaugeChart($('gauges'), { ...context, format: formatGauge }),
  };
  return view.charts;
}

function formatGauge(value) {
  const unit = gaugeUnit(view.gauge);
  return unit === 'share' ? percent(value) : unit === '1/s' ? rate(value) : `${count(value)}${unit ? ` ${unit}` : ''}`;
}

function draw() {
  view.pending = false;
  const paths = [...model.kind('path').values()].filter((p) => model.windows.has(p.id)).sort(byUse);
  if (!paths.some((p) => p.id === view.path)) view.path = wantedPath(paths);
  $('empty').hidden = paths.length > 0;
  $('paths').hidden = $('detail').hidden = paths.length === 0;
  drawState(paths);
  drawEmpty();
  keyed($('paths'), paths, (p) => p.id, makeCard);
  if (view.path) drawDetail(model.kind('path').get(view.path));
  drawAlerts();
  drawEffects(view.path);
  drawTail(view.path);
  drawChanges();
  renderHosts($('hosts'));
}

const byUse = (a, b) => a.loopback - b.loopback || a.label.localeCompare(b.label);
const wantedPath = (paths) => (paths.find((p) => p.id === location.hash.slice(1).split('&')[0]) ?? paths[0])?.id ?? null;

function schedule() {
  if (view.pending) return;
  view.pending = true;
  setTimeout(() => requestAnimationFrame(draw), DRAW_MS);
}

function drawState(paths) {
  const hosts = model.kind('agent').size;
  text($('watches'), paths.length || hosts ? `${plural(paths.length, 'path')} · ${plural(hosts, 'host')}` : 'tail latency beside the NICs it crosses');
  const newest = Math.max(0, ...paths.map((p) => endOf(latest(p.id))));
  const age = model.now() - newest;
  const [state, words] = !model.connected
    ? ['down', model.everConnected ? `no connection since ${time(model.downSince)}, reconnecting…` : 'connecting…']
    : model.kind('feed').size ? ['down', 'the server has no connection to the broker, trying again…']
      : !newest ? ['waiting', 'connected, no data yet']
      : age > STALE_MS ? ['stale', `stale: no new window since ${time(newest)} (${ago(age)})`]
        : ['live', `live, ${ago(age)} behind`];
  $('state').className = `state ${state}`;
  text($('state-text'), words);
  const p99 = view.path && latest(view.path)?.q['99'];
  document.title = state === 'live' && p99 ? `p99 ${duration(p99)} · Ringtail` : `${state === 'live' ? '' : `${state} · `}Ringtail`;
  document.documentElement.dataset.state = state;
}

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

function drawEmpty() {
  const agents = [...model.kind('agent').values()];
  const waiting = agents.flatMap((a) => a.sources.filter((s) => s.name.startsWith('probe:') && s.state !== 'OK').map((s) => `${a.host}: ${s.name}: ${s.reason}`));
  text($('empty-text'), waiting.length ? waiting.join('; ') : 'A path appears here a few seconds after a probe gets its first replies.');
}

function makeCard(first) {
  const title = el('span', { class: 'name' });
  const sub = el('span', { class: 'sub' });
  const values = el('span', { class: 'values' });
  const node = el('button', { type: 'button', role: 'tab', class: 'card', onclick: () => select(first.id), onkeydown: arrow }, title, sub, values);
  return { node, update: (path) => updateCard(path, node, title, sub, values) };
}

function updateCard(path, node, title, sub, values) {
  const w = latest(path.id);
  const selected = path.id === view.path;
  node.setAttribute('aria-selected', selected);
  node.tabIndex = selected ? 0 : -1;
  node.classList.toggle('old', model.now() - endOf(w) > STALE_MS);
  text(title, `${end(path.from)} → ${end(path.to)}`);
  text(sub, [
    `${path.probe} ${path.request}/${path.response} B`,
    path.open ? `${path.rate}/s` : `closed ×${path.sessions}`,
    path.loopback && 'loopback: sees no NIC',
    path.sim && 'simulated',
    model.now() - endOf(w) > STALE_MS && `silent since ${time(endOf(w))}`,
  ].filter(Boolean).join(' · '));
  values.replaceChildren(
    ...TAIL.map(([name, value, why], i) => figure(name, value(w), why(w), SERIES[i].color)),
    figure('max', w.max, 'no round trip in this second', '--max'),
    el('span', { class: w.lost > 0 ? 'fig bad' : 'fig' }, el('small', {}, 'lost'), el('b', {}, count(w.lost))),
  );
}

function figure(name, ns, reason, color) {
  return el('span', { class: 'fig', vars: { '--key': `var(${color})` }, title: ns == null ? reason : null }, el('small', {}, name), el('b', {}, duration(ns)));
}

function arrow(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const cards = [...$('paths').children];
  const next = cards[(cards.indexOf(event.currentTarget) + step + cards.length) % cards.length];
  next.click();
  next.focus();
}

function select(id) {
  view.path = id;
  writeHash();
  draw();
}

function drawDetail(path) {
  const w = latest(path.id);
  text($('path-label'), `${end(path.from)} → ${end(path.to)}`);
  $('path-tags').replaceChildren(...[
    path.loopback && el('span', { class: 'tag warn' }, 'loopback: sees no NIC'),
    path.sim && el('span', { class: 'tag warn' }, 'simulated'),
    w.c === 'RESPONDER_MISSING' && el('span', { class: 'tag warn' }, 'responder\'s data missing'),
    w.c === 'PROBER_SILENT' && el('span', { class: 'tag bad' }, 'prober silent'),
    ...w.remarks.map((r) => el('span', { class: 'tag warn' }, r)),
  ].filter(Boolean));
  drawFacts(path, w);
  drawRanges();
  drawCharts();
}

function drawFacts(path, w) {
  const absent = TAIL.filter(([, value]) => value(w) == null).map(([name, , why]) => `${name}: ${why(w) ?? 'not known'}`).join('; ');
  const facts = [
    ['sent', count(w.sent)],
    ['received', count(w.received)],
    ['lost', `${count(w.lost)}${w.lost ? ` (${percent(w.lost / Math.max(1, w.sent))})` : ''}`, w.lost > 0],
    ...(w.late || w.duplicated || w.reordered ? [['late / twice / reordered', `${w.late} / ${w.duplicated} / ${w.reordered}`]] : []),
    ...(w.flagged ? [['touched by own pauses', count(w.flagged), true]] : []),
    ['transactions', rate(w.tps)],
    ['mean', duration(w.mean)],
    ['min', duration(w.min)],
    [`CPU per transaction, ${path.from.host}`, demand(w.from), false, 'Service demand: the host\'s busy CPU time per round trip; in brackets the probe\'s own thread'],
    [`CPU per transaction, ${path.to.host}`, demand(w.to), false, 'Service demand: the host\'s busy CPU time per round trip; in brackets the reflector\'s own thread'],
  ];
  $('facts').replaceChildren(
    ...facts.map(([name, value, bad, title]) => el('div', { title }, el('dt', {}, name), el('dd', { class: bad ? 'hot-text' : '' }, value))),
    ...(absent ? [el('div', { class: 'wide' }, el('dt', {}, 'not known'), el('dd', { class: 'muted' }, absent))] : []),
  );
}

// One number for the host, one for the thread within it.
const demand = (e) => (e?.busy == null ? NONE : `${duration(e.busy)}${e.thread == null ? '' : ` (${duration(e.thread)})`}`);

function drawCharts() {
  const { from, to } = span();
  const all = charts();
  const data = percentileData(windows(), from - 2000);
  all.percentiles.show(data, from, to);
  all.heat.show(data.slice(0, 4), from, to);
  const bar = segmentBar(shown());
  $('segments-panel').hidden = bar.length === 0;
  $('segments').replaceChildren(...bar);
  drawGauges(from, to);
}

function drawGauges(from, to) {
  const names = new Set();
  for (const w of shown()) for (const e of [w.from, w.to]) for (const name of Object.keys(e?.g ?? {})) names.add(name);
  $('gauge-panel').hidden = names.size === 0;
  if (!names.size) return;
  const sorted = [...names].sort();
  if (!names.has(view.gauge)) view.gauge = names.has('irq.rate') ? 'irq.rate' : sorted[0];
  const options = $('gauge');
  if ([...options.options].map((o) => o.value).join() !== sorted.join()) {
    options.replaceChildren(...sorted.map((name) => el('option', { value: name }, name)));
  }
  options.value = view.gauge;
  text($('gauge-unit'), 'of both ends\' interfaces, queues together');
  view.charts.gauges.show(columns(windows(), [(w) => w.from.g[view.gauge], (w) => w.to?.g[view.gauge]], from - 2000), from, to);
}

function drawChanges() {
  const all = changes().reverse();
  text($('changes-count'), all.length ? String(all.length) : 'none in the last 15 minutes');
  keyed($('changes'), all, ({ change }) => change.id, makeChange);
}

function makeChange({ change }) {
  const number = el('span', { class: 'number' });
  const apart = change.to - change.from;
  const how = change.trigger === 'NOTIFICATION' ? 'told by the kernel' : 'found by a re-read';
  const effect = el('button', { type: 'button', class: 'number', hidden: true, title: 'What it did to the tail', onclick: () => openEffect(change.id, view.path) }, 'effect');
  const node = el('li', { title: changeTitle(change) },
    number,
    el('time', { datetime: new Date(change.to).toISOString() }, time(change.to)),
    el('span', { class: 'who' }, `${change.host}${change.netns ? `/${change.netns}` : ''} ${change.if ?? change.object}`),
    el('span', { class: 'knobs' }, change.knobs.map((k) => el('code', {}, knob(k)))),
    el('small', { class: 'muted' }, `${how}, within ${duration(apart * 1e6)}${change.sim ? ', simulated' : ''}`),
    effect,
  );
  return {
    node,
    update: (c) => {
      text(number, String(c.number));
      effect.hidden = !hasEffect(change.id);
      node.classList.toggle('mine', c.mine);
    },
  };
}

function drawRanges() {
  for (const button of $('ranges').children) button.setAttribute('aria-pressed', String(!view.still && Number(button.value) === view.seconds));
  text($('pause'), view.still ? 'go on live' : 'pause');
  $('pause').setAttribute('aria-pressed', String(Boolean(view.still)));
}

function stopOrGo() {
  if (view.still) goLive();
  else pause();
  draw();
}

function saveCsv() {
  const path = model.kind('path').get(view.path);
  if (path) download(`ringtail-${new Date(span().to).toISOString().slice(0, 19).replaceAll(':', '')}.csv`, csv(path.label, shown()));
}

function step(by) {
  const cards = [...$('paths').children];
  const at = cards.findIndex((card) => card.getAttribute('aria-selected') === 'true');
  cards[(at + by + cards.length) % cards.length]?.click();
}

const KEYS = {
  ' ': stopOrGo,
  c: saveCsv,
  t: () => $('theme').click(),
  '[': () => step(-1),
  ']': () => step(1),
  '?': () => $('keys').showModal(),
};

function onKey(event) {
  const typing = event.target.closest('input, select, textarea, dialog');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === ' ' && event.target.closest('button, summary, a')) return;
  const range = RANGES[Number(event.key) - 1];
  const action = KEYS[event.key] ?? (range && (() => { showLast(range[1]); draw(); }));
  if (!action) return;
  event.preventDefault();
  action();
}

function setUp() {
  readHash();
  $('ranges').replaceChildren(...RANGES.map(([name, seconds]) => el('button', {
    type: 'button',
    value: String(seconds),
    onclick: () => { showLast(seconds); draw(); },
  }, name)));
  $('pause').addEventListener('click', stopOrGo);
  $('csv').addEventListener('click', saveCsv);
  $('keys-open').addEventListener('click', KEYS['?']);
  addEventListener('keydown', onKey);
  $('gauge').addEventListener('change', (event) => { view.gauge = event.target.value; writeHash(); draw(); });
  const button = $('theme');
  const named = () => { button.title = `Theme: ${ringtailTheme.name() === 'auto' ? 'as the system' : ringtailTheme.name()}`; };
  button.addEventListener('click', () => { ringtailTheme.next(); named(); draw(); });
  named();
  addEventListener('hashchange', () => { readHash(); schedule(); });
  fetch('api/units').then((answer) => answer.json()).then(takeUnits).then(schedule, () => {});
  start(schedule);
  setInterval(schedule, 1000);
  draw();
}

setUp();
