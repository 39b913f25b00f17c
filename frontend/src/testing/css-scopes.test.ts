import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')

/** A style sheet owns the block of its own name, such as `.chip` and `.chip-…` in chip.css, and those listed here. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  'admin/audit/audit-page.css': ['audit'],
  'admin/dashboard/dashboard.css': ['board', 'stat', 'missed'],
  'admin/kit/admin-table.css': ['admin'],
  'admin/kit/change-list.css': ['changes'],
  'admin/kit/conflict-panel.css': ['conflict'],
  'admin/kit/day-plot.css': ['plot'],
  'admin/kit/table-fields.css': ['admin-days', 'admin-search', 'admin-select', 'admin-sort-select'],
  'admin/kit/ticks.css': ['tick'],
  'admin/members/member-drawer.css': ['permission-list'],
  'admin/messages/template-bar.css': ['template'],
  'admin/settings/settings-page.css': ['settings'],
  'admin/statistics/statistics-page.css': ['statistics'],
  'admin/terms/terms.css': ['merge-outcome'],
  'admin/works/curated-fields.css': ['curated'],
  'app/shell.css': ['page', 'skip-link'],
  'entities/collection/collection-form.css': ['collection-privacy'],
  'entities/work-filter/filter-bar.css': [
    'filter-beside',
    'filter-chips',
    'filter-clear',
    'filter-column',
    'filter-count',
  ],
  'entities/work-filter/filter-panel.css': ['filter'],
  'features/account/security-page.css': ['security'],
  'features/age-gate/age-gate.css': ['leave-page'],
  'features/member/collect-tab.css': ['collections', 'collection-actions'],
  'features/member/follow-tab.css': ['follow'],
  'features/messages/messages.css': ['message-row', 'talk', 'reply'],
  'features/relation-browse/category-selector.css': ['category'],
  'features/relation-browse/relation-browse.css': ['browse', 'term'],
  'features/search/search-page.css': ['search-help', 'search-hit', 'search-hits', 'search-late-hits', 'search-line'],
  'features/search/suggestions/suggestion-panel.css': ['suggestion'],
  'features/site-menu/site-menu.css': ['leave-fast', 'preferences', 'switch-row'],
  'features/vip/orders-page.css': ['order', 'orders'],
  'features/vip/pay-channels.css': ['channel', 'channels', 'no-refund'],
  'features/vip/pay-page.css': ['pay'],
  'features/vip/plan-choice.css': ['plan', 'plans'],
  'features/vip/sub-page.css': ['shop', 'sub'],
  'features/work-detail/detail-info.css': [
    'cast',
    'detail-cast',
    'detail-cover',
    'detail-fact',
    'detail-facts',
    'detail-full-title',
    'detail-preview',
    'detail-rating',
    'detail-whole',
  ],
  'features/work-detail/detail-page.css': ['detail'],
  'features/work-detail/toggle-button.css': ['collect-notice', 'picker'],
  'features/work-detail/magnet-tab.css': ['magnet', 'magnets'],
  'features/work-detail/play-stage.css': ['play'],
  'features/work-detail/preview-dialog.css': ['preview'],
  'features/work-detail/related-works.css': ['related'],
  'features/work-detail/report-work.css': ['report'],
  'features/work-detail/stills-tab.css': ['still', 'stills'],
  'shared/ui/dialog.css': ['behind-dialog'],
  'shared/ui/field.css': ['check-box', 'radio-list'],
  'shared/ui/link-tabs.css': ['link-tab'],
  'shared/ui/picture-viewer.css': ['viewer'],
  'shared/ui/states.css': ['spinner', 'stale-note', 'state'],
  'shared/ui/toast-host.css': ['toast'],
}

/** Classes that any component may use; shared/styles/base.css declares them. */
const UTILITIES = ['numeric', 'seen-wide', 'skeleton', 'text-link', 'visually-hidden']
/** Set on the document; a selector may begin with it. */
const DOCUMENT_STATES = ['discreet']
const BASE = 'shared/styles/base.css'

const listed = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
const sheets = listed.filter((name) => name.endsWith('.css') && !name.startsWith('shared/styles/'))
const components = listed.filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
const textOf = (name: string) => readFileSync(join(SOURCE, name), 'utf8')

const owners = new Map<string, string>()
for (const sheet of sheets)
  for (const block of new Set([basename(sheet, '.css'), ...(BLOCKS[sheet] ?? [])])) {
    if (owners.has(block)) throw new Error(`${sheet} and ${owners.get(block)} both own .${block}`)
    owners.set(block, sheet)
  }

/** The sheet that owns the longest block the class begins with. */
function ownerOf(name: string): string | undefined {
  const parts = name.split('-')
  for (let count = parts.length; count > 0; count--) {
    const owner = owners.get(parts.slice(0, count).join('-'))
    if (owner) return owner
  }
  return undefined
}

/** Every selector of a sheet, without those of keyframes. */
function selectorsOf(css: string): string[] {
  const preludes = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return [...preludes]
    .map(([, prelude = '']) => prelude.trim())
    .filter((prelude) => !/^(?:@|from\b|to\b|[\d.]+%)/.test(prelude))
    .flatMap((prelude) => prelude.split(/,(?![^(]*\))/).map((selector) => selector.trim()))
}

const classesOf = (selector: string) => [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)

/** Selectors whose first class belongs to another sheet or to none. */
function foreign(sheet: string, css: string): string[] {
  return selectorsOf(css).filter((selector) => {
    const [first] = classesOf(selector).filter((name) => !DOCUMENT_STATES.includes(name))
    return first === undefined || ownerOf(first) !== sheet
  })
}

/** Classes a component names, up to the first `${` of each word. */
function classesUsed(code: string): string[] {
  const attributes = [...code.matchAll(/\bclassName[=:]\s*(?:("[^"]*")|\{((?:[^{}]|\$\{[^}]*\})*)\})/g)]
  const texts = attributes.flatMap(([, text, expression]) =>
    text ? [text] : (expression?.match(/'[^']*'|"[^"]*"|`[^`]*`/g) ?? []),
  )
  return texts.flatMap((text) =>
    text
      .slice(1, -1)
      .replace(/\$\{[^}]*\}/g, '')
      .split(/\s+/)
      .map((name) => name.replace(/-$/, ''))
      .filter((name) => /^[a-z][a-z-]*$/.test(name)),
  )
}

/** Files a component imports, as paths below the source folder. */
function importsOf(component: string): string[] {
  return [...textOf(component).matchAll(/(?:from|import) '([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('@/')) return [target.slice(2)]
    return target.startsWith('.') ? [relative(SOURCE, resolve(SOURCE, dirname(component), target))] : []
  })
}

/** What is loaded before any page: sheets of the site's frame, and of the console's. */
const FRAMES = { site: ['app/shell.css'], admin: importsOf('admin/admin-page.tsx') }

/** Whether a sheet is there when a component shows: it or a component it uses imports the sheet, or its frame does. */
function isLoaded(component: string, sheet: string): boolean {
  if (dirname(sheet) === dirname(component) || FRAMES.site.includes(sheet)) return true
  if (component.startsWith('admin/') && FRAMES.admin.includes(sheet)) return true
  const imports = importsOf(component)
  return imports.includes(sheet) || imports.some((used) => used.endsWith('.tsx') && importsOf(used).includes(sheet))
}

it('lists no sheet that is gone', () => {
  expect(Object.keys(BLOCKS).filter((sheet) => !sheets.includes(sheet))).toEqual([])
})

it('every rule begins with a class of its own sheet', () => {
  const wrong = sheets.flatMap((sheet) => foreign(sheet, textOf(sheet)).map((selector) => `${sheet}: ${selector}`))
  expect(wrong).toEqual([])
})

it('base.css alone declares the classes for all', () => {
  const declared = new Set(selectorsOf(textOf(BASE)).flatMap(classesOf))
  expect([...declared].toSorted()).toEqual(UTILITIES)
})

it('the sheet of every class is loaded with the component that uses it', () => {
  const wrong = components.flatMap((component) =>
    classesUsed(textOf(component))
      .filter((name) => !UTILITIES.includes(name))
      .map((name) => ({ name, sheet: ownerOf(name) }))
      .filter(({ sheet }) => sheet === undefined || !isLoaded(component, sheet))
      .map(({ name, sheet }) => `${component}: .${name} of ${sheet ?? 'no sheet'}`),
  )
  expect(wrong).toEqual([])
})

it.each([
  ['.card { color: red }', '.card'],
  ['.chip, .card-title { color: red }', '.card-title'],
  ['@media (hover: hover) { .card .chip:hover { color: red } }', '.card .chip:hover'],
  ['.discreet .card { color: red }', '.discreet .card'],
  ['p { color: red }', 'p'],
])('finds the foreign rule in %s', (css, selector) => {
  expect(foreign('shared/ui/chip.css', css)).toEqual([selector])
})

it.each(['.chip-mark > .card { color: red }', '.discreet a.chip:not(.card) { color: red }'])('accepts %s', (css) => {
  expect(foreign('shared/ui/chip.css', css)).toEqual([])
})
