// The distribution over time: one column a second (or more, where a pixel is more than that), one cell a bucket of a
// sixteenth of an octave, coloured by its count on a logarithmic scale; the percentiles lie over it.
import { Chart, logAxis, logScale, markers, percentileSeries, timeAxis, zoomer } from './charts.js';
import { css, el } from './dom.js';

const DARK = [[20, 26, 34], [58, 31, 99], [130, 37, 104], [204, 63, 75], [244, 129, 54], [251, 217, 122]];
const LIGHT = [[244, 247, 250], [190, 217, 226], [106, 174, 199], [45, 117, 173], [42, 63, 133], [30, 22, 74]];
const STEPS = 64;

const lowUs = (index) => ((2 ** (index >> 4)) * (1 + (index & 15) / 16)) / 1000;

export const dark = () => document.documentElement.dataset.theme !== 'light';

// Colours between the anchors, STEPS of them; each step is perceived about alike.
function palette() {
  const anchors = dark() ? DARK : LIGHT;
  return Array.from({ length: STEPS }, (_, i) => {
    const at = ((i + 4) / (STEPS + 3)) * (anchors.length - 1);
    const a = anchors[Math.floor(at)];
    const b = anchors[Math.min(anchors.length - 1, Math.floor(at) + 1)];
    return `rgb(${a.map((v, c) => Math.round(v + (b[c] - v) * (at % 1))).join(',')})`;
  });
}

// Sums of so many seconds: { t, d, cells: Map index -> count }.
function binned(windows, fromMs, binMs) {
  const bins = new Map();
  for (const w of windows) {
    if (w.t < fromMs) continue;
    const t = Math.floor(w.t / binMs) * binMs;
    if (!bins.has(t)) bins.set(t, { t, cells: new Map(), seconds: 0 });
    const bin = bins.get(t);
    bin.seconds += w.d / 1000;
    for (let i = 0; i < w.h.length; i += 2) bin.cells.set(w.h[i], (bin.cells.get(w.h[i]) ?? 0) + w.h[i + 1]);
  }
  return [...bins.values()];
}

function cells(context) {
  return {
    hooks: {
      drawClear: (u) => {
        const { ctx } = u;
        const { left, top, width, height } = u.bbox;
        const [fromS, toS] = [u.scales.x.min, u.scales.x.max];
        if (fromS == null || u.scales.y.min == null) return;
        const spanS = toS - fromS;
        const binMs = Math.max(1, Math.ceil(spanS / (width / devicePixelRatio))) * 1000;
        const bins = binned(context.windows(), fromS * 1000, binMs);
        let most = 1;
        for (const bin of bins) for (const n of bin.cells.values()) most = Math.max(most, n / bin.seconds);
        context.scaled(most);
        const colors = palette();
        const top1 = Math.log1p(most);
        const edges = new Map();
        const y = (index) => {
          if (!edges.has(index)) edges.set(index, Math.round(u.valToPos(lowUs(index), 'y', true)));
          return edges.get(index);
        };
        ctx.save();
        ctx.beginPath();
        ctx.rect(left, top, width, height);
        ctx.clip();
        for (const bin of bins) {
          const x0 = Math.round(u.valToPos(bin.t / 1000, 'x', true));
          const x1 = Math.max(x0 + 1, Math.round(u.valToPos((bin.t + binMs) / 1000, 'x', true)));
          for (const [index, n] of bin.cells) {
            const share = Math.log1p(n / bin.seconds) / top1;
            ctx.fillStyle = colors[Math.min(STEPS - 1, Math.floor(share * STEPS))];
            const y0 = y(index + 1);
            ctx.fillRect(x0, y0, x1 - x0, Math.max(1, y(index) - y0));
          }
        }
        ctx.restore();
      },
    },
  };
}

// The scale of colours, as swatches with the largest count.
export function scale(node, most) {
  const colors = palette();
  const swatches = Array.from({ length: 16 }, (_, i) => el('i', { vars: { background: colors[i * 4] } }));
  node.replaceChildren('1', el('span', { class: 'swatches', 'aria-hidden': 'true' }, swatches), String(Math.round(most)));
}

export function heatmap(element, context) {
  const series = percentileSeries().map((s, i) => (i ? { ...s, width: 1, stroke: () => css(i === 1 ? '--over-p50' : '--over'), points: { show: false }, dash: [[], [], [4, 3], [1, 3], []][i] } : s));
  return new Chart(element, {
    legend: { show: false },
    series: series.slice(0, 4),
    scales: { y: { ...logScale(), range: () => context.range() } },
    axes: [timeAxis(), logAxis()].map((a) => ({ ...a, grid: { show: false } })),
    plugins: [cells(context), markers(context), zoomer(context)],
  }, () => (innerWidth < 600 ? 210 : 260));
}
