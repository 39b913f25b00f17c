import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')

/**
 * What Chrome 90, the oldest browser of ours, does not know and what a page looks broken without. Properties that are
 * merely passed over, such as `text-wrap`, are not in it.
 */
const NEWER = [
  /:has\(/,
  /:(?:modal|popover-open|user-(?:in)?valid|dir\()/,
  /:nth-(?:last-)?child\([^)]* of /,
  /^@(?:container|layer|scope|starting-style)\b/,
  /^@media[^{]*[<>]/,
  /\b(?:color-mix|oklch|oklab|lch|lab|color|linear|round|mod|light-dark)\(/,
  /(?:^|[^\w-])[\d.]+(?:[dsl]v[hwib]|cq[whib]|cqmin|cqmax|lh|rlh)\b/,
  /^(?:translate|scale|rotate)\s*:/,
  /\bsubgrid\b/,
]

interface Block {
  prelude: string
  /** Properties declared in it so far. */
  declared: Set<string>
}

const isNew = (text: string) => NEWER.some((pattern) => pattern.test(text))
const asks = (prelude: string) => prelude.startsWith('@supports')

/** Whether what stands before a `{` is not known, or stands in a rule itself. */
function isNewPrelude(text: string, around: Block | undefined): boolean {
  const nested = around !== undefined && !around.prelude.startsWith('@')
  return nested || (!asks(text) && isNew(text))
}

/** Whether a value is not known, and none was declared before that comes back. */
function isNewValue(text: string, around: Block | undefined): boolean {
  const property = text.split(':')[0] ?? ''
  // With a variable in it, a value counts as known until it is used: then it is too late for the one before.
  const before = around?.declared.has(property) && !text.includes('var(')
  around?.declared.add(property)
  return isNew(text) && !before
}

/** Every prelude and declaration of a sheet that Chrome 90 does not know, where nothing asks whether it does. */
function tooNew(sheet: string): string[] {
  const wrong: string[] = []
  const open: Block[] = []
  let from = 0
  const css = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  for (const { 0: sign, index } of css.matchAll(/[{};]/g)) {
    const text = css.slice(from, index).trim().replace(/\s+/g, ' ')
    from = index + 1
    const around = open[open.length - 1]
    const found = sign === '{' ? isNewPrelude(text, around) : isNewValue(text, around)
    if (found && !open.some(({ prelude }) => asks(prelude))) wrong.push(text)
    if (sign === '{') open.push({ prelude: text, declared: new Set() })
    if (sign === '}') open.pop()
  }
  return wrong
}

const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

it('styles say nothing that our oldest browser does not know, or have another way within reach', () => {
  expect(sheets.length).toBeGreaterThan(50)
  const wrong = sheets.flatMap((name) => tooNew(readFileSync(join(SOURCE, name), 'utf8')).map((it) => `${name}: ${it}`))
  expect(wrong).toEqual([])
})

const without = (pattern: RegExp) =>
  sheets.flatMap((name) => {
    const lines = readFileSync(join(SOURCE, name), 'utf8').split('\n')
    return lines.filter((line) => pattern.test(line)).map((line) => `${name}: ${line.trim()}`)
  })

it('sizes of text follow the setting of the browser', () => {
  expect(without(/^\s*(?:font|font-size|line-height):.*\dpx/)).toEqual([])
})

it('sizes of text are those of the tokens', () => {
  const own = without(/^\s*font(?:-size)?:.*\d/).filter((line) => !/clamp\(|var\(--type-|: inherit|: 0;/.test(line))
  expect(own).toEqual([])
})

/** Declarations outside the tokens, `property: value`, that match. */
const declarations = (property: RegExp, isWrong: (value: string) => boolean) =>
  sheets
    .filter((name) => !name.endsWith('tokens.css'))
    .flatMap((name) => {
      const css = readFileSync(join(SOURCE, name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
      return [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)]
        .filter(([, key = '', value = '']) => property.test(key) && isWrong(value))
        .map(([text]) => `${name}: ${text}`)
    })

it('colours are those of the tokens', () => {
  const raw = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|(?<![\w-])(?:black|white)(?![\w-])/i
  expect(declarations(/./, (value) => raw.test(value))).toEqual([])
})

/** What a distance may be besides a token: none, a hairline, or a part of something else. */
const OTHER_DISTANCE = /^(?:0|1px|auto|-?[\d.]+(?:%|em|vh))$/

it('distances are those of the tokens', () => {
  const parts = (value: string) => {
    let rest = value.trim()
    // Functions from the inside out.
    while (/\([^()]*\)/.test(rest)) rest = rest.replace(/[\w-]*\([^()]*\)/g, '0')
    return rest.split(/\s+/)
  }
  const wrong = (value: string) => !parts(value).every((part) => OTHER_DISTANCE.test(part))
  expect(declarations(/^(?:padding|margin|(?:row-|column-)?gap)/, wrong)).toEqual([])
})

it('only reduced motion overrules what a component says', () => {
  expect(
    without(/!important/).every((line) =>
      /^shared.styles.base\.css: (?:animation|transition|scroll-behavior):/.test(line),
    ),
  ).toBe(true)
})

it('the menu over a film lets none of it through', () => {
  const read = (name: string) => readFileSync(join(SOURCE, name), 'utf8')
  const menu = /\.player-menu-list \{[^}]*background: var\(--panel\);/
  expect(read('features/work-detail/player/player.css')).toMatch(menu)
  expect(read('shared/styles/tokens.css')).toMatch(/--panel: rgb\(\d+ \d+ \d+\);/)
})

it('what is heard and not seen is hidden by one rule', () => {
  const hiding = sheets.filter((name) => readFileSync(join(SOURCE, name), 'utf8').includes('clip-path: inset(50%)'))
  expect(hiding).toEqual(['shared/styles/base.css'])
})

it.each([
  ['a:has(b) { color: red }', 'a:has(b)'],
  ['a { color: red; b { color: red } }', 'b'],
  ['a { &:hover { color: red } }', '&:hover'],
  ['@media (width > 1px) { a { color: red } }', '@media (width > 1px)'],
  ['@container (max-width: 1px) { a { color: red } }', '@container (max-width: 1px)'],
  ['a { height: 1dvh }', 'height: 1dvh'],
  ['a { height: 1vh; height: calc(1dvh - var(--x)) }', 'height: calc(1dvh - var(--x))'],
])('finds what is too new in %s', (sheet, found) => {
  expect(tooNew(sheet)).toEqual([found])
})

it.each([
  'a { height: 1vh; height: 1dvh }',
  '@supports selector(:has(a)) { a:has(b) { color: red } }',
  '@media (min-width: 1px) { a:is(b, c):not(:focus-visible) { inset: 0; margin-inline: 0 } }',
  '@keyframes turn { to { transform: rotate(1turn) } }',
])('has nothing against %s', (sheet) => {
  expect(tooNew(sheet)).toEqual([])
})
