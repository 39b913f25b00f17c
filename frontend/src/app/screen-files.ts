/**
 * Which file under app/ has the screen of an address: the first pattern that fits. The build writes them, with
 * everything they import, into the start page, and public/preload.js asks for them before the application itself is
 * here to do so. An address that is missing here only waits longer.
 */
export const SCREEN_FILES: readonly (readonly [pattern: string, file: string])[] = [
  ['^/(index)?$', 'routes/home.tsx'],
  ['^/(censored|uncensored|western)$', 'routes/latest.tsx'],
  ['^/(censored|uncensored)/[^/]+$', 'routes/work-detail.tsx'],
  ['^/western/[^/]+$', 'routes/western-detail.tsx'],
  ['^/top(/|$)', 'routes/ranking.tsx'],
  ['^/tags/', 'routes/category.tsx'],
  ['^/(series|maker|label|director|item|performer)/', 'routes/browse.tsx'],
  ['^/search(/|$)', 'routes/search.tsx'],
]
