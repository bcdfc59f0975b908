// Hosts: agent's health, CPUs, and each interface with its link, queues, interrupts per CPU, byte queue limits, settings.
import { el, keyed, text } from './dom.js';
import { NONE, ago, bytes, byteRate, count, duration, percent, rate, speed, time, whole, withUnit } from './format.js';
import { model } from './live.js';
import { tcpTable } from './tcp.js';
import { xskTable } from './xsk.js';

const SILENT_MS = 5000;
const DROPS = /drop|error|missed|alloc-fail|squeeze/;

export function render(root) {
  keyed(root, hosts(), (name) => name, makeHost);
}

function hosts() {
  const names = new Set(model.kind('agent').keys());
  for (const kind of ['settings', 'rings', 'interrupts', 'cpus', 'xsk']) {
    for (const doc of model.kind(kind).values()) names.add(doc.host);
  }
  return [...names].sort();
}

const of = (kind, host) => [...model.kind(kind).values()].filter((doc) => doc.host === host);

function makeHost() {
  const title = el('h2');
  const health = el('p', { class: 'health' });
  const tags = el('div', { class: 'tags' });
  const sources = el('ul', { class: 'sources' });
  const cpus = el('div', { class: 'cpus' });
  const sockets = el('div', { class: 'sockets' });
  const connections = el('div', { class: 'interfaces' });
  const interfaces = el('div', { class: 'interfaces' });
  const others = el('div', { class: 'interfaces' });
  const node = el('article', { class: 'host panel' }, el('div', { class: 'bar' }, title, tags), health, sources, cpus, sockets, interfaces, connections, others);
  const skip = memo();
  return {
    node,
    update: (host) => {
      text(title, host);
      const agent = model.kind('agent').get(host);
      showHealth(health, tags, agent);
      skip(sources, JSON.stringify(agent?.sources.map((s) => [s.name, s.state, s.reason])), () => showSources(sources, agent));
      showCpus(cpus, model.kind('cpus').get(host));
      const xsk = of('xsk', host);
      skip(sockets, xsk.map((x) => x.at).join(), () => sockets.replaceChildren(...xsk.flatMap(xskTable)));
      const tcp = of('tcp', host);
      const open = [...connections.children].map((c) => c.open);
      skip(connections, tcp.map((t) => t.at).join(), () => {
        connections.replaceChildren(...tcp.flatMap(tcpTable));
        [...connections.children].forEach((c, i) => { c.open = open[i] ?? false; });
      });
      keyed(interfaces, interfacesOf(host), (i) => `${i.netns}|${i.name}`, makeInterface);
      const rest = of('settings', host).filter((s) => s.kind !== 'INTERFACE').sort((a, b) => a.object.localeCompare(b.object));
      keyed(others, rest, (s) => `${s.netns}|${s.object}`, makeObject);
    },
  };
}

// Runs an update only when what it shows has changed.
function memo() {
  const last = new Map();
  return (node, state, update) => {
    if (last.get(node) === state) return;
    last.set(node, state);
    update();
  };
}

function showHealth(node, tags, agent) {
  if (!agent) {
    text(node, 'No heartbeat of its agent was seen in the last 15 minutes.');
    tags.replaceChildren(el('span', { class: 'tag bad' }, 'agent silent'));
    return;
  }
  const age = model.now() - agent.at;
  const silent = age > SILENT_MS;
  tags.replaceChildren(...[
    silent && el('span', { class: 'tag bad' }, `agent silent since ${time(agent.at)}`),
    agent.sim && el('span', { class: 'tag warn' }, 'simulated'),
    agent.lost > 0 && el('span', { class: 'tag bad' }, `${count(agent.lost)} records lost`),
    Math.abs(agent.clock ?? 0) > 2e8 && el('span', { class: 'tag warn' }, 'clock corrected'),
  ].filter(Boolean));
  const clock = agent.clock == null
    ? 'clock not yet compared'
    : `clock ${agent.clock < 0 ? '−' : '+'}${duration(Math.abs(agent.clock))} ± ${duration(agent.clockError)} of the broker's`;
  text(node, `agent ${agent.version}, heartbeat ${ago(age)} ago, up ${ago(model.now() - agent.started)}, `
    + `${whole(agent.delivered)} of ${whole(agent.sampled)} records delivered, ${clock}, ${agent.stalls} own pauses over 10 ms`);
}

function showSources(node, agent) {
  const bad = (agent?.sources ?? []).filter((s) => s.state !== 'OK');
  const good = (agent?.sources ?? []).filter((s) => s.state === 'OK').map((s) => s.name);
  node.replaceChildren(
    ...bad.map((s) => el('li', {}, el('span', { class: `tag ${s.state === 'DEGRADED' ? 'warn' : 'bad'}` }, `${s.name} ${s.state.toLowerCase()}`), ` ${s.reason ?? ''}`)),
    ...(good.length ? [el('li', { class: 'muted' }, `read in full: ${good.join(', ')}`)] : []),
  );
}

const PARTS = [['irq', '--cpu-irq', 'hard interrupts'], ['softirq', '--cpu-softirq', 'softirqs'], ['steal', '--cpu-steal', 'stolen']];

function showCpus(node, doc) {
  if (!doc) {
    node.replaceChildren();
    return;
  }
  const online = doc.cpus.filter((c) => c.online);
  const columns = online.map((c) => {
    const known = PARTS.reduce((sum, [key]) => sum + (c[key] ?? 0), 0);
    const parts = [...PARTS.map(([key, color]) => [c[key] ?? 0, color]), [Math.max(0, (c.busy ?? 0) - known), '--cpu-busy']];
    const title = `CPU ${c.cpu}: busy ${percent(c.busy)}, ${PARTS.map(([key, , words]) => `${words} ${percent(c[key])}`).join(', ')}; NET_RX ${rate(c.netRx)}, NET_TX ${rate(c.netTx)}; softnet dropped ${rate(c.dropped)}, time squeeze ${rate(c.squeeze)}`;
    return el('div', { class: `cpu${c.dropped > 0 || c.squeeze > 0 ? ' hot' : ''}`, title },
      el('div', { class: 'stack' }, parts.map(([share, color]) => el('i', { vars: { height: `${Math.min(100, share * 100)}%`, background: `var(${color})` } }))),
      el('b', {}, String(c.cpu)));
  });
  const sum = (key) => (online.some((c) => c[key] != null) ? online.reduce((s, c) => s + (c[key] ?? 0), 0) : null);
  const mean = (key) => (sum(key) == null ? null : sum(key) / Math.max(1, online.length));
  node.replaceChildren(
    el('div', { class: 'cpu-grid' }, columns),
    el('p', { class: 'muted' },
      `${online.length} CPUs: busy ${percent(mean('busy'))}, `, key('--cpu-softirq', `softirqs ${percent(mean('softirq'))}`), ', ',
      key('--cpu-irq', `hard interrupts ${percent(mean('irq'))}`), ', ', key('--cpu-steal', `stolen ${percent(mean('steal'))}`),
      `; NET_RX ${rate(sum('netRx'))}; `, hot(sum('dropped'), `softnet dropped ${rate(sum('dropped'))}`), ', ', hot(sum('squeeze'), `time squeeze ${rate(sum('squeeze'))}`)),
  );
}

const key = (color, words) => el('span', { class: 'key', vars: { '--key': `var(${color})` } }, words);
const hot = (value, words) => el('span', { class: value > 0 ? 'hot-text' : '' }, words);

function interfacesOf(host) {
  const found = new Map();
  const add = (netns, name) => found.set(`${netns}|${name}`, { host, netns, name });
  for (const doc of of('rings', host)) add(doc.netns, doc.if);
  for (const doc of of('settings', host)) if (doc.kind === 'INTERFACE') add(doc.netns, doc.if ?? doc.object.replace('interface:', ''));
  const used = onPaths(host);
  return [...found.values()]
    .map((i) => ({ ...i, used: used.has(`${i.netns}|${i.name}`) }))
    .sort((a, b) => b.used - a.used || (a.name === 'lo') - (b.name === 'lo') || `${a.netns}|${a.name}`.localeCompare(`${b.netns}|${b.name}`));
}

function onPaths(host) {
  const used = new Set();
  for (const path of model.kind('path').values()) {
    for (const e of [path.from, path.to]) if (e.host === host) used.add(`${e.netns}|${e.if}`);
  }
  return used;
}

function makeInterface(first) {
  const name = el('strong');
  const facts = el('span', { class: 'muted' });
  const rates = el('span', { class: 'rates' });
  const queues = el('div', { class: 'scroll' });
  const notes = el('p', { class: 'muted' });
  const settings = settingsTable();
  const node = el('details', { class: 'interface' },
    el('summary', {}, el('span', { class: 'who' }, name, ' ', facts), rates),
    el('div', { class: 'inside' }, el('div', {}, queues, notes), settings.node));
  node.open = first.used && first.name !== 'lo';
  const skip = memo();
  return {
    node,
    update: (i) => {
      const id = `${i.host}|${i.netns}|`;
      const rings = model.kind('rings').get(id + i.name);
      const doc = model.kind('settings').get(`${id}interface:${i.name}`);
      text(name, (i.netns ? `${i.netns}/` : '') + i.name);
      skip(facts, JSON.stringify([doc?.values, rings?.driver, i.used]), () => text(facts, linkFacts(doc, rings, i.used)));
      skip(rates, rings?.at, () => rates.replaceChildren(...headRates(rings)));
      if (node.open) {
        const irqs = model.kind('interrupts').get(i.host);
        skip(queues, `${rings?.at} ${irqs?.at} ${document.documentElement.dataset.theme}`, () => queues.replaceChildren(queueTable(i, rings, irqs)));
        skip(notes, JSON.stringify(rings?.absent), () => text(notes, (rings?.absent ?? []).map((a) => `${a.name}: ${a.reason}`).join('; ')));
        settings.update(doc);
      }
    },
  };
}

const valueOf = (doc, name) => doc?.values.find((v) => v.name === name && !v.queue)?.value;

function linkFacts(doc, rings, used) {
  const up = valueOf(doc, 'link.up');
  return [
    used && 'on a path',
    up != null && (/^(on|true|1|up)$/.test(up) ? 'up' : 'down'),
    valueOf(doc, 'driver.name') ?? rings?.driver,
    speed(valueOf(doc, 'link.speed')),
    valueOf(doc, 'link.mtu') && `MTU ${valueOf(doc, 'link.mtu')}`,
    valueOf(doc, 'link.qdisc'),
    doc?.gone && 'gone',
  ].filter(Boolean).join(' · ');
}

function headRates(rings) {
  if (!rings) return [];
  const by = Object.fromEntries(rings.counters.map((c) => [c.name, c]));
  const bad = rings.counters.filter((c) => DROPS.test(c.name) && c.rate > 0);
  return [
    el('span', {}, `rx ${rate(by['rx-packets']?.rate)}, ${byteRate(by['rx-bytes']?.rate)}`),
    el('span', {}, `tx ${rate(by['tx-packets']?.rate)}, ${byteRate(by['tx-bytes']?.rate)}`),
    ...bad.map((c) => el('span', { class: 'tag bad' }, `${c.name} ${rate(c.rate)}`)),
  ];
}

// One row a queue (or interrupt without one): its interrupts per CPU, rates, drops, byte queue limit.
function queueTable(i, rings, irqs) {
  const rows = queueRows(i, rings, irqs);
  if (!rows.length) return el('p', { class: 'muted' }, 'No queue of this interface has counters or interrupts of its own.');
  const online = irqs?.online ?? [];
  const most = Math.max(1, ...rows.flatMap((r) => r.irqs.flatMap((line) => line.cpus.map(([, n]) => n))));
  const has = { bql: rows.some((r) => r.bql), irq: rows.some((r) => r.irqs.length), counters: rows.some((r) => r.counters.length) };
  const extra = [...new Set(rows.flatMap((r) => r.counters.map((c) => c.name)))].filter((n) => !/^(packets|bytes|drops)$/.test(n));
  const busy = extra.filter((name) => rows.some((r) => r.counters.some((c) => c.name === name && c.rate > 0))).slice(0, 6);
  const head = ['queue', ...(has.irq ? ['interrupts', `per CPU (${online.length})`] : []), ...(has.counters ? ['packets', 'bytes', 'drops', ...busy] : []), ...(has.bql ? ['in flight / limit', 'at limit'] : [])];
  return el('table', {},
    el('thead', {}, el('tr', {}, head.map((h) => el('th', { scope: 'col' }, h)))),
    el('tbody', {}, rows.map((r) => el('tr', {},
      el('th', { scope: 'row', title: r.irqs.map((l) => `irq ${l.label} ${l.name} (found by ${l.foundBy})`).join('\n') }, r.name),
      has.irq && el('td', {}, r.irqs.length ? rate(total(r.irqs)) : NONE),
      has.irq && el('td', {}, el('div', { class: 'percpu' }, online.map((cpu) => cpuCell(r, cpu, most)))),
      has.counters && ['packets', 'bytes', 'drops', ...busy].map((name) => counterCell(r, name)),
      has.bql && bqlCells(r.bql)))));
}

function queueRows(i, rings, irqs) {
  const rows = new Map();
  const row = (direction, queue) => {
    const name = queue == null ? direction : `${direction}-${queue}`;
    if (!rows.has(name)) rows.set(name, { name, direction, queue: queue ?? -1, irqs: [], counters: [], bql: null });
    return rows.get(name);
  };
  for (const q of rings?.queues ?? []) row(q.direction.toLowerCase(), q.queue).counters = q.counters;
  for (const b of rings?.bql ?? []) row('tx', b.queue).bql = b;
  for (const line of i.netns ? [] : irqs?.lines ?? []) {
    for (const target of line.targets) {
      if (target.if === i.name) row(target.direction.toLowerCase(), target.queue).irqs.push({ ...line, foundBy: target.foundBy.toLowerCase().replace('_', ' ') });
    }
  }
  const order = { combined: 0, rx: 1, tx: 2, other: 3 };
  return [...rows.values()].sort((a, b) => order[a.direction] - order[b.direction] || a.queue - b.queue);
}

const total = (lines) => (lines.some((l) => l.rate != null) ? lines.reduce((s, l) => s + (l.rate ?? 0), 0) : null);

function cpuCell(row, cpu, most) {
  const n = row.irqs.reduce((s, line) => s + (line.cpus.find(([c]) => c === cpu)?.[1] ?? 0), 0);
  return el('i', { title: `CPU ${cpu}: ${rate(n)}`, vars: { '--share': `${n > 0 ? Math.max(8, (n / most) * 100) : 0}%` } });
}

function counterCell(row, name) {
  const c = row.counters.find((x) => x.name === name);
  if (!c) return el('td', { class: 'muted' }, NONE);
  const words = name === 'bytes' ? byteRate(c.rate) : rate(c.rate);
  return el('td', { class: DROPS.test(name) && c.rate > 0 ? 'hot-text' : '', title: c.rate == null ? `no delta: ${c.verdict.toLowerCase()}` : c.verdict === 'OK' ? null : c.verdict.toLowerCase() }, words);
}

function bqlCells(b) {
  if (!b) return [el('td', { class: 'muted' }, NONE), el('td', { class: 'muted' }, NONE)];
  const title = `mean ${bytes(b.inflightMean)}, largest ${bytes(b.inflightMax)}, limit ${bytes(b.limit)}, ${b.samples} samples`
    + (b.stalls == null ? '' : `, ${b.stalls} stalls, longest ${b.stallMaxMs} ms`);
  return [
    el('td', { title }, el('span', { class: 'meter', vars: { '--share': `${Math.min(100, (b.pressureMean ?? 0) * 100)}%`, '--most': `${Math.min(100, (b.pressureMax ?? 0) * 100)}%` } }), ` ${bytes(b.inflightMean)} / ${bytes(b.limit)}`),
    el('td', { class: b.atLimit > 0 ? 'hot-text' : '' }, percent(b.atLimit)),
  ];
}

// All settings of an object, searchable; what could not be read is grey, with the reason.
function settingsTable() {
  const search = el('input', { type: 'search', placeholder: 'search settings', 'aria-label': 'Search settings', oninput: () => show() });
  const tally = el('small');
  const body = el('tbody');
  const node = el('div', { class: 'settings' },
    el('div', { class: 'settings-head' }, el('h3', {}, 'Settings ', tally), search),
    el('div', { class: 'scroll tall', tabindex: '0', role: 'region', 'aria-label': 'Settings' }, el('table', {}, body)));
  const skip = memo();
  let doc;
  const show = () => {
    const wanted = search.value.trim().toLowerCase();
    const values = (doc?.values ?? []).filter((v) => !wanted || `${v.name} ${v.queue ?? ''} ${v.value ?? v.absence ?? ''}`.toLowerCase().includes(wanted));
    text(tally, doc ? `${values.length} of ${doc.values.length}` : 'not read yet');
    body.replaceChildren(...values.map((v) => el('tr', { class: v.value == null ? 'absent' : null },
      el('th', { scope: 'row' }, v.name, v.queue ? el('small', {}, ` ${v.queue}`) : null),
      el('td', {}, v.value == null ? v.absence ?? 'unknown' : withUnit(v.value, v.unit)))));
  };
  return {
    node,
    update: (next) => skip(node, JSON.stringify(next?.values ?? null), () => { doc = next; show(); }),
  };
}

function makeObject() {
  const name = el('strong');
  const facts = el('span', { class: 'muted' });
  const settings = settingsTable();
  const node = el('details', { class: 'interface' }, el('summary', {}, el('span', { class: 'who' }, name, ' ', facts)), el('div', { class: 'inside' }, settings.node));
  return {
    node,
    update: (doc) => {
      text(name, (doc.netns ? `${doc.netns}/` : '') + doc.object);
      text(facts, `${doc.values.length} settings${doc.gone ? ' · gone' : ''}`);
      if (node.open) settings.update(doc);
    },
  };
}

export const silentHosts = () => [...model.kind('agent').entries()].filter(([, a]) => model.now() - a.at > SILENT_MS).map(([host]) => host);
