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
  const meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.content = root.dataset.theme === 'light' ? '#f6f7f9' : '#0e1014'
  if (saved.discreet === true) document.title = '目录'
})()
