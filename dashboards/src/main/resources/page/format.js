// Units and words. Durations come in ns, rates per second, times in ms since 1970. Absent is "–", never 0.
export const NONE = '–';

const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
const trim = (value) => value.toFixed(digits(value));

export const us = (ns) => (ns == null ? NONE : `${trim(ns / 1000)}`);

export function duration(ns) {
  if (ns == null) return NONE;
  const abs = Math.abs(ns);
  if (abs < 1000) return `${Math.round(ns)} ns`;
  if (abs < 1e6) return `${trim(ns / 1e3)} µs`;
  if (abs < 1e9) return `${trim(ns / 1e6)} ms`;
  return `${trim(ns / 1e9)} s`;
}

export function count(value) {
  if (value == null) return NONE;
  const abs = Math.abs(value);
  if (abs >= 1e9) return `${trim(value / 1e9)} G`;
  if (abs >= 1e6) return `${trim(value / 1e6)} M`;
  if (abs >= 1e4) return `${trim(value / 1e3)} k`;
  return Number.isInteger(value) ? String(value) : trim(value);
}

export const whole = (value) => (value == null ? NONE : value.toLocaleString('en'));
export const rate = (value) => (value == null ? NONE : `${count(value)}/s`);
export const bytes = (value) => (value == null ? NONE : `${count(value)}B`.replace(/^([\d.]+)B$/, '$1 B'));
export const byteRate = (value) => (value == null ? NONE : `${bytes(value)}/s`);
export const percent = (share) => (share == null ? NONE : share === 0 ? '0 %' : `${trim(share * 100)} %`);

export const time = (ms) => new Date(ms).toLocaleTimeString('en-GB');
export const day = (ms) => new Date(ms).toLocaleDateString('en-CA');

export function ago(ms) {
  const s = Math.max(0, ms) / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 120) return `${Math.round(s)} s`;
  if (s < 7200) return `${Math.round(s / 60)} min`;
  return `${Math.round(s / 3600)} h`;
}

export function speed(mbit) {
  const value = Number(mbit);
  if (!(value > 0)) return null;
  return value >= 1000 ? `${value / 1000} Gbit/s` : `${value} Mbit/s`;
}

export const withUnit = (value, unit) => (value == null ? 'unknown' : unit && unit !== 'count' ? `${value} ${unit}` : String(value));

export const end = ({ host, netns, if: name }) => host + (netns ? `/${netns}` : '') + (name ? `:${name}` : '');

export const knob = (k) => `${k.name}${k.queue ? ` [${k.queue}]` : ''} ${k.old ?? 'unknown'} → ${withUnit(k.new, k.unit)}`;

export function changeTitle(change) {
  const who = `${change.host}${change.netns ? `/${change.netns}` : ''} ${change.if ?? change.object}`;
  const first = change.knobs.length ? knob(change.knobs[0]) : 'settings';
  return `${who}: ${first}${change.knobs.length > 1 ? ` and ${change.knobs.length - 1} more` : ''}`;
}

// Units of gauges by name, from the knob catalogue; empty until they are there.
const units = new Map();
export function takeUnits(all) {
  for (const [name, unit] of Object.entries(all)) units.set(name, unit);
}

// Ratios are shares of a whole, but for interrupts per packet.
export function gaugeUnit(name) {
  const unit = units.get(name) ?? '';
  return unit !== 'ratio' ? unit : name === 'irq.per-packet' ? '' : 'share';
}
