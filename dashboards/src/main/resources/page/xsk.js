// AF_XDP sockets of a host: one row each, its rings with sizes, fill and wake-ups, drops, and where application and interrupt run.
import { el } from './dom.js';
import { NONE, percent, rate, whole } from './format.js';

const WAYS = { BPF_ITERATOR: 'BPF', DESCRIPTOR: 'descriptors of processes', NETLINK: 'netlink, which tells the queue only' };
const RINGS = ['RX', 'TX', 'FILL', 'COMPLETION'];

export function xskTable(doc) {
  if (!doc?.sockets.length) return [];
  return [
    el('h3', {}, 'AF_XDP sockets ', el('small', {}, `found by ${WAYS[doc.foundBy] ?? doc.foundBy}`)),
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'AF_XDP sockets' },
      el('table', { class: 'xsk' },
        el('thead', {}, el('tr', {}, ['queue', 'process', 'mode', 'need wakeup', ...RINGS.map((r) => r.toLowerCase()), 'drops', 'CPU'].map((h) => el('th', { scope: 'col' }, h)))),
        el('tbody', {}, doc.sockets.map(row)))),
    ...doc.absent.map((a) => el('p', { class: 'muted' }, `${a.name}: ${a.reason}`)),
  ];
}

function row(s) {
  const why = s.absent.map((a) => `${a.name}: ${a.reason}`).join('\n');
  return el('tr', {},
    el('th', { scope: 'row', title: why }, s.if == null ? NONE : `${s.netns ? `${s.netns}/` : ''}${s.if} ${s.queue ?? ''}`),
    el('td', {}, s.process ? `${s.process} ${s.pid}` : NONE),
    el('td', {}, s.zeroCopy == null ? NONE : s.zeroCopy ? 'zero copy' : 'copy'),
    el('td', {}, s.needWakeup == null ? NONE : s.needWakeup ? 'on' : 'off'),
    RINGS.map((name) => ring(s.rings.find((r) => r.ring === name))),
    drops(s.counters),
    cpus(s));
}

function ring(r) {
  if (!r) return el('td', { class: 'muted' }, NONE);
  const title = `${r.entries == null ? 'size unknown' : `${r.entries} descriptors`}, mean ${percent(r.fill)}, largest ${percent(r.fillMax)}, at its limit ${percent(r.atLimit)} of ${r.samples} samples`
    + (r.wakeup == null ? '' : `, asks to be woken in ${percent(r.wakeup)}`);
  return el('td', { title },
    r.fill == null ? NONE : el('span', { class: 'meter', vars: { '--share': `${Math.min(100, r.fill * 100)}%`, '--most': `${Math.min(100, (r.fillMax ?? 0) * 100)}%` } }),
    ` ${r.entries == null ? '' : whole(r.entries)}`,
    r.wakeup == null ? null : el('small', {}, ` woken ${percent(r.wakeup)}`));
}

function drops(counters) {
  const known = counters.filter((c) => c.rate != null);
  if (!known.length) return el('td', { class: 'muted' }, NONE);
  const lost = known.filter((c) => c.name !== 'tx-ring-empty' && c.rate > 0);
  const title = known.map((c) => `${c.name} ${rate(c.rate)}`).join('\n');
  return el('td', { title, class: lost.length ? 'hot-text' : '' }, lost.length ? lost.map((c) => `${c.name} ${rate(c.rate)}`).join(', ') : '0');
}

function cpus(s) {
  const title = `application on ${s.cpus.join(', ') || 'unknown'}, interrupt to ${s.irqCpus.join(', ') || 'unknown'}`;
  const shared = s.shares == null ? '' : s.shares > 0 ? ` shares ${percent(s.shares)}` : ' apart';
  return el('td', { title, class: s.shares > 0 ? 'hot-text' : '' }, `${s.cpus.join(', ') || NONE}${shared}`);
}
