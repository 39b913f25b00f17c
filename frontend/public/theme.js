// Sets theme and discreet mode before the first paint. A file of its own because the content security policy
// allows no inline script. Keys and values: src/shared/lib/preferences.ts.
;(() => {
  const root = document.documentElement
  let saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('yingku.preferences') || '{}') || {}
  } catch {
    saved = {}
  }
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  const theme = saved.theme === 'light' || saved.theme === 'system' ? saved.theme : 'dark'
  root.dataset.theme = theme === 'system' ? system : theme
  root.classList.toggle('discreet', saved.discreet === true)
  const setMeta = (name, content) => document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
  setMeta('theme-color', root.dataset.theme === 'light' ? '#f6f7f9' : '#0e1014')
  // The browser paints its own ground until the styles are there: in the chosen theme, not in the system's.
  setMeta('color-scheme', root.dataset.theme)
  if (saved.discreet === true) document.title = '目录'
})()
