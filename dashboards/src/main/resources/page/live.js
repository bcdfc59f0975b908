// The live model: a copy of the server's, kept by server-sent events. The server sends only what is new; after a
// reconnect it goes on from the last event's id.
const WINDOWS = 900;
const SILENT_MS = 9000;

export const model = {
  docs: new Map(), // kind -> key -> body
  windows: new Map(), // path id -> windows by rising time
  versions: new Map(), // kind -> count of changes, to skip what did not change
  connected: false,
  everConnected: false,
  downSince: Date.now(),
  heardAt: 0, // this machine's clock
  skewMs: 0, // server's clock minus this machine's
  kind: (name) => model.docs.get(name) ?? new Map(),
  version: (name) => model.versions.get(name) ?? 0,
  now: () => Date.now() + model.skewMs,
};

let source;
let changed = () => {};

export function start(onChange) {
  changed = onChange;
  open();
  setInterval(watch, 1000);
}

function open() {
  source?.close();
  source = new EventSource('api/live');
  source.addEventListener('open', () => connected(true));
  source.addEventListener('error', () => connected(false));
  source.addEventListener('snapshot', (event) => take(JSON.parse(event.data)));
  source.addEventListener('delta', (event) => take(JSON.parse(event.data)));
  source.addEventListener('heartbeat', (event) => heard(Number(event.data)));
}

function connected(yes) {
  if (yes) {
    model.everConnected = true;
    model.heardAt = Date.now();
  } else if (model.connected) {
    model.downSince = Date.now();
  }
  model.connected = yes;
  changed();
}

// A browser gives up for good after some answers (401, 503): try again by hand; a silent line counts as broken.
function watch() {
  if (model.connected && Date.now() - model.heardAt > SILENT_MS) {
    connected(false);
    open();
  } else if (!model.connected && source.readyState === EventSource.CLOSED) {
    open();
  }
}

function heard(serverMs) {
  model.heardAt = Date.now();
  model.skewMs = serverMs - model.heardAt;
}

function take(message) {
  heard(message.now);
  if (message.reset) {
    model.docs.clear();
    model.windows.clear();
  }
  for (const [kind, key, body] of message.docs) put(kind, key, body);
  for (const window of message.windows) putWindow(window);
  if (message.windows.length || message.reset) bump('windows');
  changed();
}

function bump(kind) {
  model.versions.set(kind, model.version(kind) + 1);
}

function put(kind, key, body) {
  if (!model.docs.has(kind)) model.docs.set(kind, new Map());
  const ofKind = model.docs.get(kind);
  if (body === null) ofKind.delete(key);
  else ofKind.set(key, body);
  bump(kind);
}

function putWindow(window) {
  if (!model.windows.has(window.p)) model.windows.set(window.p, []);
  const list = model.windows.get(window.p);
  let at = list.length;
  while (at > 0 && list[at - 1].t >= window.t) at--;
  if (list[at]?.t === window.t) {
    if (window.r >= list[at].r) list[at] = window;
  } else {
    list.splice(at, 0, window);
  }
  if (list.length > WINDOWS) list.shift();
}

export const latest = (pathId) => model.windows.get(pathId)?.at(-1);
export const endOf = (window) => window.t + window.d;
