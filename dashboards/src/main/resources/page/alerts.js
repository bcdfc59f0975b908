// Alerts: what fires, and what was resolved in the last hour.
import { $, el, keyed, text } from './dom.js';
import { ago, time } from './format.js';
import { model } from './live.js';

const RESOLVED_MS = 3600_000;
const ORDER = { critical: 0, warning: 1, info: 2 };
const wanted = () => (location.hash.startsWith('#alert=') ? location.hash.slice(7) : null);
let shownTarget = null;

const fires = (alert) => alert.state === 'firing';

function byUrgency(a, b) {
  return fires(b) - fires(a) || (fires(a) ? ORDER[a.severity] - ORDER[b.severity] : 0) || b.since - a.since || a.id.localeCompare(b.id);
}

// A rule of a user's own has no runbook here; the server says so.
function makeAlert(first) {
  const when = el('span', { class: 'muted' });
  const summary = el('span');
  const node = el('li', {},
    el('span', { class: `tag ${first.severity}` }, first.severity),
    el('strong', {}, ` ${first.subject}`),
    el('span', {}, ' '), summary,
    el('small', {}, ' ', when, ' ', el('a', { href: `runbooks/${first.rule}`, target: '_blank', rel: 'noopener' }, first.rule)));
  return {
    node,
    update: (alert) => {
      text(summary, alert.summary);
      text(when, fires(alert)
        ? `since ${time(alert.since)}, ${ago(model.now() - alert.since)}${alert.sim ? ', simulated' : ''}`
        : `${time(alert.since)} to ${time(alert.resolved)}: ${alert.resolution}${alert.sim ? ', simulated' : ''}`);
      node.classList.toggle('resolved', !fires(alert));
      node.classList.toggle('target', alert.id === wanted());
    },
  };
}

export function drawAlerts() {
  const now = model.now();
  const all = [...model.kind('alert').values()]
    .filter((alert) => fires(alert) || alert.id === wanted() || alert.resolved > now - RESOLVED_MS)
    .sort(byUrgency);
  const firing = all.filter(fires).length;
  $('alerts-section').hidden = all.length === 0;
  text($('alerts-count'), firing ? `${firing} firing` : 'nothing fires');
  keyed($('alerts'), all, (alert) => alert.id, makeAlert);
  const target = $('alerts').querySelector('.target');
  if (target && shownTarget !== wanted()) {
    shownTarget = wanted();
    target.scrollIntoView({ block: 'center' });
  }
}
