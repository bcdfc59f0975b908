// Where the time of round trips goes, by the kernels' stamps on some of them: the means add up to the whole.
import { el } from './dom.js';
import { duration, percent, whole } from './format.js';

const SEGMENTS = [
  ['SCHEDULE', 'prober late on its schedule', '--max'],
  ['SEND', 'prober: send to driver', '--from'],
  ['WIRE', 'NICs, wire, moderation, both ways', '--accent'],
  ['RESPONDER_WAKE_UP', 'responder: kernel to reflector', '--p999'],
  ['RESPONDER_SEND', 'responder: reflector to driver', '--to'],
  ['PROBER_WAKE_UP', 'prober: kernel to prober', '--p50'],
];

// Means over several windows, weighted by their stamped round trips; null without any.
function means(windows) {
  let n = 0;
  const sums = new Map(SEGMENTS.map(([name]) => [name, 0]));
  for (const { seg } of windows) {
    if (!seg) continue;
    n += seg.n;
    for (const [name] of SEGMENTS) sums.set(name, sums.get(name) + seg[name] * seg.n);
  }
  return n ? { n, of: (name) => sums.get(name) / n } : null;
}

export function segmentBar(windows) {
  const all = means(windows);
  if (!all) return [];
  const rows = SEGMENTS.map(([name, words, color]) => ({ words, color, ns: all.of(name) }));
  const total = rows.reduce((sum, row) => sum + row.ns, 0);
  return [
    el('p', { class: 'muted' }, `${whole(all.n)} stamped round trips, mean ${duration(total)}`),
    el('div', { class: 'segments', role: 'img', 'aria-label': rows.map((row) => `${row.words} ${duration(row.ns)}`).join(', ') },
      rows.map((row) => el('span', { vars: { '--key': `var(${row.color})`, '--part': row.ns }, title: `${row.words}: ${duration(row.ns)}` }))),
    el('dl', { class: 'facts' }, rows.map((row) => el('div', { class: 'segment', vars: { '--key': `var(${row.color})` } },
      el('dt', {}, row.words), el('dd', {}, duration(row.ns), el('small', {}, ` ${percent(row.ns / total)}`))))),
  ];
}
