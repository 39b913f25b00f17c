// Sets theme and discreet mode before the first paint, and shows what the server prerendered. A file of its own
// because the content security policy allows no inline script. Keys and values: src/shared/lib/preferences.ts,
// features/age-gate/age-choice.ts, entities/hidden/hidden-terms.ts, entities/work/density.ts.
;(() => {
  const root = document.documentElement
  const DAYS_30_MS = 30 * 24 * 60 * 60 * 1000
  let isBlocked = false
  const read = (key) => {
    try {
      return localStorage.getItem(`yingku.${key}`) || ''
    } catch {
      isBlocked = true
      return ''
    }
  }
  let saved = {}
  try {
    saved = JSON.parse(read('preferences') || '{}') || {}
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
  // The server knows the cookie alone: not whether it is still so here, what is hidden, nor how lists are laid out.
  const age = Date.now() - Number(read('ageConfirmedAt') || Number.NaN)
  // Where nothing can be stored, the cookie is all that the device remembers.
  const isConfirmed = isBlocked || (age >= 0 && age < DAYS_30_MS)
  const hidesNothing = read('hiddenTerms') === ''
  const isLoose = ['', 'loose'].includes(read('density'))
  // On a return the page may be shown further down.
  const [visit] = performance.getEntriesByType('navigation')
  const isNew = visit === undefined || visit.type === 'navigate'
  if (isConfirmed && hidesNothing && isLoose && isNew) root.dataset.prerendered = ''
  // Without its code the page would look alive.
  const fail = ({ target }) => {
    // The site's own; an extension's may fail as it likes.
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    delete root.dataset.prerendered
    const told = document.getElementById('not-loaded')
    told.hidden = false
    told.querySelector('button').onclick = () => location.reload()
  }
  addEventListener('error', fail, true)
})()
