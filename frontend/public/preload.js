// Asks for the code of the screen that the address names while the application itself is still on its way. Nothing
// before the age question is answered. The table comes from the build: build/screen-preload.ts; key and time limit:
// src/features/age-gate/age-choice.ts.
;(() => {
  const THIRTY_DAYS_MS = 30 * 24 * 60 * 60 * 1000
  try {
    const age = Date.now() - Number(localStorage.getItem('yingku.ageConfirmedAt') || Number.NaN)
    if (!(age >= 0 && age < THIRTY_DAYS_MS)) return
    const table = JSON.parse(document.getElementById('screen-files').textContent)
    const [, files] = table.find(([pattern]) => new RegExp(pattern).test(location.pathname)) || [null, []]
    for (const file of files) {
      const isStyle = file.endsWith('.css')
      const link = document.createElement('link')
      link.rel = isStyle ? 'preload' : 'modulepreload'
      if (isStyle) link.as = 'style'
      // As the bundler asks, or everything would come twice.
      link.crossOrigin = ''
      link.href = `/${file}`
      document.head.append(link)
    }
  } catch {
    // A browser that keeps nothing: the application asks by itself.
  }
})()
