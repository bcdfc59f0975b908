// Shifts of the tail that nobody announced, with their suspects; gauges that move with the tail. Never a cause.
import { $, el, keyed, text } from './dom.js';
import { duration, percent, time } from './format.js';
import { model } from './live.js';

const LEVEL = 0.05;
const signed = (v, digits) => `${v < 0 ? '−' : '+'}${Math.abs(v).toFixed(digits)}`;

function size(shift) {
  if (shift.metric === 'loss') {
    return `loss ${percent(shift.before)} → ${percent(shift.after)}`;
  }
  const points = (ratio) => signed(100 * (ratio - 1), 1);
  return `${shift.metric} ${duration(shift.before)} → ${duration(shift.after)}: [${points(shift.size)} %, ${points(shift.low)} … ${points(shift.high)}]`;
}

function makeShift(shift) {
  const node = el('li', {},
    el('strong', {}, size(shift)),
    el('small', { class: 'muted' }, ` ${time(shift.at)} ${shift.label}${shift.sim ? ', simulated' : ''}`),
    shift.suspects.length
      ? el('ol', { class: 'suspects' }, shift.suspects.map((s) => el('li', {}, `${s.end}, ${s.kind}: ${s.what}`, el('small', { class: 'muted' }, ` ${duration(s.apart)} apart`))))
      : el('p', { class: 'muted' }, 'no suspect: no setting, gauge or agent of either end changed at the time'));
  node.dataset.path = shift.path;
  return { node, update: () => {} };
}

function moves(g) {
  const lag = g.lag === 0 ? '' : g.lag > 0 ? `, ${g.lag} s before it` : `, ${-g.lag} s after it`;
  const load = g.givenP == null ? '' : g.givenP > LEVEL ? '; goes with the load: given packets/s nothing is left' : `; given packets/s ${signed(g.given, 2)}`;
  const interval = g.rhoLow == null || g.rhoHigh == null ? '' : `, ${g.rhoLow.toFixed(2)} … ${g.rhoHigh.toFixed(2)}`;
  return `rank correlation ${signed(g.rho, 2)}${interval}${lag}${load}`;
}

function lift(g) {
  if (g.lift == null) return null;
  const tail = g.tailInHigh == null ? '' : `, with ${Math.round(100 * g.tailInHigh)} % of the tail in it`;
  return el('small', { class: 'muted' }, ` high (${g.high}) ${Math.round(100 * g.timeHigh)} % of the time${tail}: ${g.lift.toPrecision(2)} times as likely`);
}

function makeMoving(first) {
  const words = el('span');
  const node = el('li', {}, el('code', {}, `${first.end}.${first.name}`), first.over ? ` (${first.over} over queues)` : '', ' moves with the tail: ', words);
  return { node, update: (g) => words.replaceChildren(moves(g), ...[lift(g)].filter(Boolean)) };
}

export function drawTail(selectedPath) {
  const shifts = [...model.kind('shift').values()].sort((a, b) => b.at - a.at || a.id.localeCompare(b.id));
  $('shifts-section').hidden = shifts.length === 0;
  text($('shifts-count'), String(shifts.length));
  keyed($('shifts'), shifts, (shift) => shift.id, makeShift);
  for (const entry of $('shifts').children) entry.classList.toggle('mine', entry.dataset.path === selectedPath);

  const found = model.kind('moving').get(selectedPath);
  $('moving-section').hidden = !found;
  if (!found) return;
  const minutes = Math.round((found.to - found.from) / 60000);
  text($('moving-about'), `${found.windows} seconds up to ${time(found.to)}, ${minutes} min; ${found.none} gauges without an association that was found. Association, not cause.`);
  text($('moving-count'), found.moving.length ? String(found.moving.length) : 'nothing found');
  keyed($('moving'), found.moving, (g) => `${g.end}.${g.name}.${g.over}`, makeMoving);
}
