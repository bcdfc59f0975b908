// Before the first paint: the theme that was chosen here, else the system's.
(() => {
  const names = ['auto', 'dark', 'light'];
  const read = () => { try { return localStorage.getItem('theme') || 'auto'; } catch { return 'auto'; } };
  const wanted = new URLSearchParams(location.search).get('theme');
  let theme = names.includes(wanted) ? wanted : read();
  const system = matchMedia('(prefers-color-scheme: light)');
  const apply = () => {
    document.documentElement.dataset.theme = theme === 'auto' ? (system.matches ? 'light' : 'dark') : theme;
    dispatchEvent(new Event('themechange'));
  };
  system.addEventListener('change', apply);
  window.ringtailTheme = {
    name: () => theme,
    next: () => {
      theme = names[(names.indexOf(theme) + 1) % names.length];
      try { localStorage.setItem('theme', theme); } catch { /* private mode: only for this visit */ }
      apply();
      return theme;
    },
  };
  apply();
})();
