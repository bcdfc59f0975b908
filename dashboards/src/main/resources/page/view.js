// What is looked at: path, gauge, stretch of time. Live it moves along; paused or zoomed it stands. The address bar has
// it, so that a link shows the same.
import { model } from './live.js';

export const view = { path: null, seconds: 300, gauge: 'irq.rate', still: null, charts: null, pending: false };

const LEAST_MS = 5000;

// The stretch shown, in ms: of the live end, or where it stands still.
export function span() {
  if (view.still) return view.still;
  const to = model.now();
  return { from: to - view.seconds * 1000, to };
}

export function pause() {
  view.still = span();
  writeHash();
}

export function goLive() {
  view.still = null;
  writeHash();
}

export function zoom(from, to) {
  if (to - from >= LEAST_MS) view.still = { from, to };
  writeHash();
}

export function showLast(seconds) {
  view.seconds = seconds;
  view.still = null;
  writeHash();
}

// #PATH, then what differs from the usual: &last=60, &gauge=cpu.busy, &from=...&to=... (ms since 1970).
export function writeHash() {
  const parts = [view.path ?? ''];
  if (view.still) parts.push(`from=${Math.round(view.still.from)}`, `to=${Math.round(view.still.to)}`);
  else if (view.seconds !== 300) parts.push(`last=${view.seconds}`);
  if (view.gauge !== 'irq.rate') parts.push(`gauge=${encodeURIComponent(view.gauge)}`);
  history.replaceState(null, '', `#${parts.join('&')}`);
}

export function readHash() {
  const [path, ...rest] = location.hash.slice(1).split('&');
  if (path.includes('=')) return;
  view.path = path || view.path;
  const values = new Map(rest.map((part) => [part.slice(0, part.indexOf('=')), decodeURIComponent(part.slice(part.indexOf('=') + 1))]));
  const number = (name) => (Number(values.get(name)) > 0 ? Number(values.get(name)) : null);
  view.seconds = number('last') ?? view.seconds;
  view.gauge = values.get('gauge') ?? view.gauge;
  const [from, to] = [number('from'), number('to')];
  view.still = from && to && to - from >= LEAST_MS ? { from, to } : null;
}
