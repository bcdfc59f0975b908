// uPlot's charts: percentiles over time, and a gauge of both ends beside them; both mark the changes.
import { css } from './dom.js';
import { NONE, changeTitle, count, duration, time } from './format.js';

export const SERIES = [
  { name: 'p50', color: '--p50', get: (w) => w.q['50'] },
  { name: 'p99', color: '--p99', get: (w) => w.q['99'] },
  { name: 'p99.9 of 15 s', color: '--p999', get: (w) => w.tail },
  { name: 'max', color: '--max', get: (w) => w.max },
];

const sync = uPlot.sync('time');
const LANES = 4;
const LANE = 17;
const CLICK = 8;

// Columns for uPlot: seconds, then a value per series; a null row wherever a second is missing.
export function columns(windows, getters, fromMs) {
  const data = [[], ...getters.map(() => [])];
  let previous = null;
  for (const w of windows) {
    if (w.t < fromMs) continue;
    if (previous && w.t > previous.t + previous.d * 1.5) {
      data[0].push((previous.t + previous.d) / 1000);
      for (let i = 0; i < getters.length; i++) data[i + 1].push(null);
    }
    data[0].push(w.t / 1000);
    getters.forEach((get, i) => data[i + 1].push(get(w) ?? null));
    previous = w;
  }
  return data;
}

export function logSplits(min, max) {
  const splits = [];
  const wide = max / min > 300;
  for (let decade = 10 ** Math.floor(Math.log10(min)); decade <= max; decade *= 10) {
    for (const step of wide ? [1] : max / min > 40 ? [1, 3] : [1, 2, 5]) {
      const value = decade * step;
      if (value >= min && value <= max) splits.push(value);
    }
  }
  return splits;
}

export const logAxis = () => ({
  ...axis(),
  size: 62,
  splits: (u, i, min, max) => logSplits(min, max),
  filter: (u, splits) => splits,
  values: (u, splits) => splits.map((value) => duration(value * 1000)),
});

export const logScale = () => ({
  distr: 3,
  range: (u, min, max) => (min == null ? [10, 1000] : [min * 0.8, max * 1.25]),
});

export function axis() {
  return {
    stroke: () => css('--muted'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: () => css('--grid'), width: 1 },
    ticks: { show: false },
  };
}

export const timeAxis = () => ({
  ...axis(),
  size: 30,
  space: 70,
  values: (u, splits) => splits.map((s) => time(s * 1000)),
});

export const cursor = () => ({
  sync: { key: sync.key, setSeries: false },
  drag: { x: true, y: false, setScale: false, dist: 12 },
  points: { size: 6 },
});

// Dragging over a chart zooms into that stretch.
export function zoomer(context) {
  return {
    hooks: {
      setSelect: (u) => {
        const { left, width } = u.select;
        if (width <= 0) return;
        const at = (x) => u.posToVal(x, 'x') * 1000;
        const [from, to] = [at(left), at(left + width)];
        u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        context.zoom?.(from, to);
      },
    },
  };
}

export function percentileSeries() {
  return [
    { label: 'time', value: (u, s) => (s == null ? NONE : time(s * 1000)) },
    ...SERIES.map((s) => ({
      label: s.name,
      stroke: () => css(s.color),
      width: s.name === 'max' ? 1 : 1.75,
      spanGaps: false,
      points: lonelyPoints(),
      value: (u, value) => (value == null ? NONE : duration(value * 1000)),
    })),
  ];
}

// A value between two gaps has no line: it gets a point.
function lonely(u, series) {
  const values = u.data[series];
  return values.reduce((alone, value, i) => {
    if (value != null && values[i - 1] == null && values[i + 1] == null) alone.push(i);
    return alone;
  }, []);
}

const lonelyPoints = () => ({ show: (u, series) => lonely(u, series).length > 0, filter: lonely, size: 4 });

export const percentileData = (windows, fromMs) => columns(
  windows,
  SERIES.map((s) => (w) => { const ns = s.get(w); return ns == null ? null : ns / 1000; }),
  fromMs,
);

// Vertical lines where settings changed, each with its number and, where there is room, what changed.
export function markers(context) {
  return {
    hooks: {
      ready: (u) => u.over.addEventListener('click', (event) => openNearest(context, u, event.offsetX)),
      draw: (u) => {
        const { ctx } = u;
        const scale = devicePixelRatio;
        const { left, top, width, height } = u.bbox;
        ctx.save();
        ctx.font = `${11 * scale}px system-ui, sans-serif`;
        ctx.textBaseline = 'middle';
        ctx.textAlign = 'left';
        const lanes = new Array(LANES).fill(-Infinity);
        for (const { change, number, mine } of context.changes()) {
          const x = u.valToPos(change.to / 1000, 'x', true);
          const from = u.valToPos(change.from / 1000, 'x', true);
          if (x < left || x > left + width) continue;
          const color = css(mine ? '--mark' : '--mark-other');
          ctx.fillStyle = color;
          ctx.globalAlpha = 0.18;
          if (x - from > 1) ctx.fillRect(Math.max(left, from), top, x - Math.max(left, from), height);
          ctx.globalAlpha = 1;
          ctx.fillRect(Math.round(x) - scale / 2, top, scale, height);
          label(ctx, u, { x, number, color, lanes, scale, title: context.titles ? changeTitle(change) : '' });
        }
        ctx.restore();
      },
    },
  };
}

// A click on a marker opens what the change did.
function openNearest(context, u, x) {
  const distance = ({ change }) => Math.abs(u.valToPos(change.to / 1000, 'x') - x);
  const nearest = context.changes().sort((a, b) => distance(a) - distance(b))[0];
  if (nearest && distance(nearest) <= CLICK) context.openChange?.(nearest.change.id);
}

function label(ctx, u, { x, number, color, lanes, scale, title }) {
  const { left, top, width } = u.bbox;
  const wide = width / scale > 480 && title;
  let words = wide ? `${number}  ${title}` : String(number);
  const limit = Math.min(width * 0.62, 420 * scale);
  while (ctx.measureText(words).width > limit && words.length > 6) words = `${words.slice(0, -2).trimEnd()}…`.replace(/……$/, '…');
  const w = ctx.measureText(words).width + 10 * scale;
  const at = Math.max(left, x + w > left + width ? x - w : x);
  let lane = lanes.findIndex((until) => until < at);
  if (lane < 0) lane = LANES - 1;
  lanes[lane] = at + w + 4 * scale;
  const y = top + lane * LANE * scale;
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(at, y, w, (LANE - 2) * scale, 3 * scale);
  ctx.fill();
  ctx.fillStyle = css('--mark-text');
  ctx.fillText(words, at + 5 * scale, y + ((LANE - 2) / 2) * scale);
}

// A chart that fills its element and is told its data.
export class Chart {
  constructor(element, options, height) {
    this.element = element;
    this.height = height;
    this.range = [0, 1];
    this.plot = new uPlot({
      width: this.width(),
      height: height(),
      padding: [6, 26, 0, 0],
      cursor: cursor(),
      ...options,
      scales: { x: { time: false, range: () => this.range }, ...options.scales },
    }, options.series.map(() => []), element);
    new ResizeObserver(() => this.resize()).observe(element);
    addEventListener('themechange', () => this.plot.redraw(false, true));
  }

  width() {
    return Math.max(120, this.element.clientWidth);
  }

  resize() {
    if (this.plot.width !== this.width() || this.plot.height !== this.height()) {
      this.plot.setSize({ width: this.width(), height: this.height() });
    }
  }

  // Without a pointer over the chart its legend tells the latest values.
  tellLatest(last) {
    if (this.plot.cursor.idx == null && last >= 0) this.plot.setLegend({ idx: last }, false);
  }

  show(data, fromMs, toMs) {
    this.range = [fromMs / 1000, toMs / 1000];
    this.plot.setData(data);
    queueMicrotask(() => this.tellLatest(data[0].length - 1));
  }
}

export function percentileChart(element, context) {
  return new Chart(element, {
    series: percentileSeries(),
    scales: { y: logScale() },
    axes: [timeAxis(), logAxis()],
    plugins: [markers({ ...context, titles: true }), zoomer(context)],
  }, () => (innerWidth < 600 ? 240 : 300));
}

export function gaugeChart(element, context) {
  return new Chart(element, {
    series: [
      { label: 'time', value: (u, s) => (s == null ? NONE : time(s * 1000)) },
      ...['prober', 'responder'].map((name) => ({
        label: name,
        stroke: () => css(name === 'prober' ? '--from' : '--to'),
        width: 1.5,
        spanGaps: false,
        points: lonelyPoints(),
        value: (u, value) => (value == null ? NONE : context.format(value)),
      })),
    ],
    scales: { y: { range: (u, min, max) => (min == null ? [0, 1] : [0, max > 0 ? max * 1.15 : 1]) } },
    axes: [timeAxis(), { ...axis(), size: 62, values: (u, splits) => splits.map((v) => (context.format ? context.format(v) : count(v))) }],
    plugins: [markers(context), zoomer(context)],
  }, () => 150);
}
