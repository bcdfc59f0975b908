// Elements from data. Text is always text: nothing that comes from a host is ever parsed as markup.
export const $ = (id) => document.getElementById(id);

export function el(tag, props, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (name === 'class') node.className = value;
    else if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'vars') for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
}

export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Children by key, in order; each is made once and updated afterwards, so that focus, scrolling and what is open stay.
export function keyed(parent, items, key, make) {
  const old = parent.keyed ??= new Map();
  const seen = new Set();
  let at = parent.firstChild;
  for (const item of items) {
    const k = key(item);
    seen.add(k);
    let entry = old.get(k);
    if (!entry) {
      entry = make(item);
      old.set(k, entry);
    }
    if (entry.node !== at) parent.insertBefore(entry.node, at);
    else at = at.nextSibling;
    entry.update(item);
  }
  for (const [k, entry] of old) {
    if (!seen.has(k)) {
      entry.node.remove();
      old.delete(k);
    }
  }
}
