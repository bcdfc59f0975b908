// What moved the tail: the effects of changes, ranked, in plain words, each with its distributions drawn over each other.
import { $, el, keyed, text } from './dom.js';
import { NONE, count, duration, percent, time } from './format.js';
import { model } from './live.js';

const WIDTH = 420;
const HEIGHT = 96;
const BAR = 14;
const SVG = 'http://www.w3.org/2000/svg';
const MOVED = ['REGRESSED', 'IMPROVED', 'MIXED'];

const opened = new Set();

const metric = (effect, name) => effect.metrics.find((m) => m.name === name);
const size = (effect) => Math.abs(metric(effect, 'p99')?.logRatio ?? 0);
const groups = (effect) => new Set(effect.knobs.map((k) => k.group)).size;

// Moved before not moved; single knobs before confounded ones; then by how much p99 moved.
export function ranked() {
  return [...model.kind('effect').values()].sort((a, b) => moved(b) - moved(a)
    || groups(a) - groups(b) || size(b) - size(a) || b.at - a.at || a.id.localeCompare(b.id));
}

const moved = (effect) => (MOVED.includes(effect.verdict) ? 1 : 0);

const name = (k) => `${k.name}${k.queues.length ? ` [${k.queues.join(', ')}]` : ''} ${k.old} → ${k.new}${k.unit && k.unit !== 'count' ? ` ${k.unit}` : ''}`;

function knobs(effect, between) {
  const first = effect.knobs.slice(0, 3).map(name);
  const more = effect.knobs.length - first.length;
  return first.join(between) + (more ? `${between}${more} more` : '');
}

const what = (effect) => (metric(effect, 'p99')?.sig ? 'the tail' : effect.metrics.filter((m) => m.sig).map((m) => m.name).join(', '));

// The same words as on the terminal.
export function sentence(effect) {
  const subject = effect.knobs.length ? knobs(effect, ' and ') + (effect.confounded ? ', changed together' : '') : 'a change that left no difference';
  const provisional = effect.provisional.length ? 'provisional: ' : '';
  if (moved(effect)) {
    const verdict = effect.verdict.toLowerCase();
    return effect.confounded
      ? `${provisional}cannot tell: ${knobs(effect, ' and ')} changed together; together they moved ${what(effect)}: ${verdict}`
      : `${provisional}${effect.knobs.length ? knobs(effect, ', ') : subject} moved ${what(effect)}: ${verdict}`;
  }
  if (effect.verdict === 'NO_EFFECT_FOUND') return `no effect found of ${subject}`;
  if (effect.verdict === 'PROVISIONAL') return `provisional: no effect found so far of ${subject}`;
  return `insufficient data for ${subject}`;
}

const FORMATS = { ns: duration, share: percent, '1/s': (v) => `${count(v)}/s` };
const formatted = (m, v) => (v == null ? NONE : FORMATS[m.unit](v));
const signed = (m, v) => (v < 0 ? `−${formatted(m, -v)}` : `+${formatted(m, v)}`);

// Significant at 95 % in square brackets.
function value(m) {
  const interval = m.low == null ? '' : `, ${signed(m, m.low)} … ${signed(m, m.high)}`;
  const words = `${signed(m, m.diff)}${interval}`;
  return `${m.name} ${m.sig ? `[${words}]` : words}`;
}

function shownValues(effect) {
  const known = effect.metrics.filter((m) => m.diff != null && (m.sig || /^p\d+$/.test(m.name)));
  return known.sort((a, b) => (b.name === 'p99') - (a.name === 'p99'));
}

export function drawEffects(selectedPath) {
  const all = ranked();
  $('effects-section').hidden = all.length === 0;
  text($('effects-count'), all.length ? `${all.filter(moved).length} of ${all.length} changes moved it` : '');
  keyed($('effects'), all, (effect) => effect.id, makeEffect);
  for (const entry of $('effects').children) entry.classList.toggle('mine', entry.dataset.path === selectedPath);
}

// From the marker of a change: its effect on the selected path first, else on any.
export function openEffect(changeId, selectedPath) {
  const all = ranked().filter((effect) => effect.changes.includes(changeId));
  const effect = all.find((each) => each.path === selectedPath) ?? all[0];
  if (!effect) return false;
  opened.add(effect.id);
  drawEffects(selectedPath);
  const node = document.getElementById(`effect-${effect.id}`);
  node.querySelector('details').open = true;
  node.scrollIntoView({ behavior: 'smooth', block: 'center' });
  return true;
}

export const hasEffect = (changeId) => [...model.kind('effect').values()].some((effect) => effect.changes.includes(changeId));

function makeEffect(effect) {
  const words = el('strong');
  const values = el('span', { class: 'values' });
  const path = el('small', { class: 'muted' });
  const body = el('div', { class: 'effect-body' });
  const details = el('details', {}, el('summary', {}, words, values, path), body);
  details.open = opened.has(effect.id);
  const node = el('li', { id: `effect-${effect.id}` }, details);
  node.dataset.path = effect.path;
  let drawn = '';
  const update = (next) => {
    node.dataset.verdict = next.confounded && moved(next) ? 'CONFOUNDED' : next.verdict;
    text(words, sentence(next));
    text(values, shownValues(next).map(value).join('; ') || 'no values');
    text(path, `${time(next.at)} ${next.label}${next.sim ? ', simulated' : ''}`);
    const state = `${next.look} ${next.verdict} ${details.open}`;
    if (details.open && state !== drawn) body.replaceChildren(...bodyOf(next));
    drawn = state;
  };
  details.addEventListener('toggle', () => {
    if (details.open) opened.add(effect.id);
    else opened.delete(effect.id);
    const now = model.kind('effect').get(effect.id);
    if (now) update(now);
  });
  return { node, update };
}

function bodyOf(effect) {
  const only = groups(effect) === 1 && !effect.remarks.length;
  const notes = [
    effect.look ? `${effect.look} windows a side` : null,
    only ? 'nothing else changed' : null,
    ...effect.provisional.map((p) => `provisional: ${p}`),
    ...effect.remarks,
  ].filter(Boolean);
  return [
    effect.look ? distributions(effect) : null,
    el('ul', { class: 'notes' }, notes.map((note) => el('li', {}, note))),
    effect.confounded ? el('ul', { class: 'notes' }, effect.knobs.map((k) => el('li', {}, el('code', {}, name(k))))) : null,
    effect.metrics.length ? table(effect) : null,
  ].filter(Boolean);
}

function table(effect) {
  const head = ['metric', 'before', 'after', 'difference, 95 % interval', 'p', 'verdict'];
  return el('table', {}, el('thead', {}, el('tr', {}, head.map((h) => el('th', {}, h)))),
    el('tbody', {}, effect.metrics.map((m) => el('tr', { title: m.why ?? null },
      el('td', {}, m.name), el('td', {}, formatted(m, m.before)), el('td', {}, formatted(m, m.after)),
      el('td', {}, m.diff == null ? NONE : value(m).slice(m.name.length + 1)),
      el('td', {}, m.p == null ? NONE : m.p < 0.0001 ? '< 0.0001' : m.p.toFixed(4)),
      el('td', {}, m.verdict.toLowerCase().replaceAll('_', ' '))))));
}

// Shares of round trips on a logarithmic axis, before filled, after as a line.
function distributions(effect) {
  const [before, after] = [effect.before, effect.after].map(shares);
  const keys = [...before.keys(), ...after.keys()];
  const [low, high] = [Math.log(Math.min(...keys)), Math.log(Math.max(...keys) * 1.05)];
  const most = Math.max(...before.values(), ...after.values());
  const x = (ns) => ((Math.log(ns) - low) / Math.max(1e-9, high - low)) * WIDTH;
  const y = (share) => HEIGHT - (share / most) * (HEIGHT - 6);
  const svg = svgOf('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT + BAR}`, class: 'distribution', role: 'img', 'aria-label': 'round trips before and after the change' },
    svgOf('path', { class: 'before', d: outline(before, x, y) }), svgOf('path', { class: 'after', d: outline(after, x, y) }));
  for (const ns of ticks(Math.exp(low), Math.exp(high))) {
    const label = svgOf('text', { x: x(ns), y: HEIGHT + BAR - 3 });
    label.textContent = duration(ns);
    svg.append(label);
  }
  return el('figure', { class: 'overlay' }, svg, el('figcaption', {}, el('span', { class: 'before' }, 'before'), ' ', el('span', { class: 'after' }, 'after'), ' share of round trips, logarithmic time'));
}

function shares(pairs) {
  const all = pairs.reduce((sum, [, n]) => sum + n, 0);
  return new Map(pairs.map(([ns, n]) => [ns, n / all]));
}

function outline(points, x, y) {
  const sorted = [...points].sort(([a], [b]) => a - b);
  const [first, last] = [sorted[0][0], sorted.at(-1)[0]];
  const steps = sorted.map(([ns, share]) => `L${x(ns).toFixed(1)} ${y(share).toFixed(1)}`);
  return `M${x(first).toFixed(1)} ${HEIGHT} ${steps.join(' ')} L${x(last).toFixed(1)} ${HEIGHT}`;
}

function ticks(low, high) {
  const all = [];
  for (let decade = 10 ** Math.floor(Math.log10(low)); decade <= high; decade *= 10) {
    for (const step of [1, 2, 5]) if (decade * step >= low && decade * step <= high) all.push(decade * step);
  }
  return all.length > 7 ? all.filter((ns) => /^1/.test(String(ns))) : all;
}

function svgOf(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, v] of Object.entries(attributes)) node.setAttribute(key, v);
  node.append(...children);
  return node;
}
