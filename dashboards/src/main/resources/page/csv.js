// The windows shown as a file: a row a second, times in UTC, durations in ns; what is absent is empty.
const COLUMNS = [
  ['start', (w) => new Date(w.t).toISOString()],
  ['duration_ms', (w) => w.d],
  ['completeness', (w) => w.c],
  ['sent', (w) => w.sent],
  ['received', (w) => w.received],
  ['lost', (w) => w.lost],
  ['p50_ns', (w) => w.q['50']],
  ['p90_ns', (w) => w.q['90']],
  ['p95_ns', (w) => w.q['95']],
  ['p99_ns', (w) => w.q['99']],
  ['p99.9_ns', (w) => w.q['99.9']],
  ['max_ns', (w) => w.max],
  ['mean_ns', (w) => w.mean],
  ['transactions_per_s', (w) => w.tps],
  ['prober_cpu_ns_per_transaction', (w) => w.from?.busy],
  ['responder_cpu_ns_per_transaction', (w) => w.to?.busy],
  ['remarks', (w) => w.remarks.join(' ')],
];

const quoted = (value) => (value == null ? '' : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));

export function csv(label, windows) {
  const head = ['path', ...COLUMNS.map(([name]) => name)];
  const rows = windows.map((w) => [label, ...COLUMNS.map(([, get]) => get(w))].map(quoted).join(','));
  return `${head.join(',')}\n${rows.join('\n')}${rows.length ? '\n' : ''}`;
}

export function download(name, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
