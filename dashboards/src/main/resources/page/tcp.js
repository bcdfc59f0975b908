// The kernel's estimates of TCP round trips, one row a group of connections: beside the measured tails, never among them.
import { el } from './dom.js';
import { NONE, duration, rate, whole } from './format.js';

const SHOWN = 12;
const time = (ns) => (ns == null ? NONE : duration(ns));

export function tcpTable(doc) {
  if (!doc?.groups.length) return [];
  const by = doc.by === 'PORT' ? 'local port' : 'peer';
  return [
    el('details', {},
      el('summary', {}, el('span', { class: 'who' }, el('strong', {}, 'TCP connections '), el('span', { class: 'muted' }, `${whole(doc.connections)}, the kernel's estimates by ${by}`))),
      el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'TCP connections' },
        el('table', {},
          el('thead', {}, el('tr', {}, [by, 'connections', 'smoothed RTT', 'largest', 'min RTT', 'retransmits'].map((h) => el('th', { scope: 'col' }, h)))),
          el('tbody', {}, doc.groups.slice(0, SHOWN).map((g) => el('tr', {},
            el('th', { scope: 'row' }, g.name),
            el('td', {}, whole(g.connections)),
            el('td', {}, time(g.rtt)),
            el('td', {}, time(g.rttMax)),
            el('td', {}, time(g.min)),
            el('td', { class: g.retransmits > 0 ? 'hot-text' : '' }, g.retransmits == null ? NONE : rate(g.retransmits))))))),
      doc.groups.length + doc.leftOut > SHOWN ? el('p', { class: 'muted' }, `${doc.groups.length + doc.leftOut - SHOWN} more groups`) : null),
  ];
}
