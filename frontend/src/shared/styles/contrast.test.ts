import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '../..')
const TEXT_MIN = 4.5
/** Borders of fields, focus rings and the picture of a control. */
const CONTROL_MIN = 3

/** Red, green, blue from 0 to 255, and opacity. */
type Colour = readonly [number, number, number, number]
type Theme = Record<string, Colour>

function parseColour(text: string): Colour | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (hex) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    const value = Number.parseInt(full, 16)
    return [value >> 16, (value >> 8) & 255, value & 255, 1]
  }
  const parts = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3]), Number(parts[4] ?? 1)] : null
}

function over(top: Colour, ground: Colour): Colour {
  const mix = (index: 0 | 1 | 2) => top[index] * top[3] + ground[index] * (1 - top[3])
  return [mix(0), mix(1), mix(2), 1]
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: Colour, other: Colour): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function readTheme(name: string): Theme {
  const css = readFileSync(join(SOURCE, 'shared/styles/tokens.css'), 'utf8')
  const block = new RegExp(`:root\\[data-theme="${name}"\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? ''
  const entries = [...block.matchAll(/--([\w-]+):\s*([^;]+);/g)].flatMap(([, token = '', value = '']) => {
    const colour = parseColour(value)
    return colour ? [[token, colour] as const] : []
  })
  return Object.fromEntries(entries)
}

const GROUNDS = ['bg', 'surface-1', 'surface-2']
/** Words and the grounds they stand on without a rule that names both. */
const WORDS: Record<string, readonly string[]> = {
  'text-1': GROUNDS,
  'text-2': GROUNDS,
  'text-3': GROUNDS,
  accent: ['bg', 'surface-1', 'surface-2'],
  vip: ['bg', 'surface-1'],
  ok: ['bg', 'surface-1'],
  warn: ['bg', 'surface-1'],
  danger: ['bg', 'surface-1'],
  info: ['bg', 'surface-1'],
}
const CONTROLS: Record<string, readonly string[]> = {
  'control-line': GROUNDS,
  accent: GROUNDS,
  star: ['bg', 'surface-1'],
}

/** Pairs of words and ground that one rule of a stylesheet sets together. */
function pairsInRules(): [string, string][] {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  return sheets.flatMap((name) => {
    const rules = [...readFileSync(join(SOURCE, name), 'utf8').matchAll(/\{([^{}]*)\}/g)]
    return rules.flatMap(([, body = '']): [string, string][] => {
      const words = /(?:^|\s)color: var\(--([\w-]+)\)/.exec(body)?.[1]
      const ground = /background(?:-color)?: var\(--([\w-]+)\)/.exec(body)?.[1]
      return words && ground ? [[words, ground]] : []
    })
  })
}

const listed = (table: Record<string, readonly string[]>) =>
  Object.entries(table).flatMap(([words, grounds]) => grounds.map((ground): [string, string] => [words, ground]))

/** Pairs of a theme below a contrast; a ground that lets through is judged over every solid one. */
function tooFaint(theme: Theme, pairs: readonly [string, string][], least: number): string[] {
  return pairs.flatMap(([words, ground]) => {
    const [front, back] = [theme[words], theme[ground]]
    if (!front || !back) return []
    const solids = back[3] === 1 ? [back] : ['bg', 'surface-1'].map((name) => over(back, theme[name] as Colour))
    const worst = Math.min(...solids.map((solid) => contrast(front, solid)))
    return worst < least ? [`${words} on ${ground}: ${worst.toFixed(2)}`] : []
  })
}

it('knows the colours of the standard’s own examples', () => {
  expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21)
  expect(contrast([119, 119, 119, 1], [255, 255, 255, 1])).toBeCloseTo(4.48, 2)
})

it.each(['dark', 'light'])('words and controls of the %s theme stand out enough', (name) => {
  const theme = readTheme(name)
  expect(Object.keys(theme).length).toBeGreaterThan(15)
  const pairs = pairsInRules()
  expect(pairs.length).toBeGreaterThan(10)
  expect(tooFaint(theme, [...listed(WORDS), ...pairs], TEXT_MIN)).toEqual([])
  expect(tooFaint(theme, listed(CONTROLS), CONTROL_MIN)).toEqual([])
})

it('the colours written outside the styles are those of the tokens', () => {
  for (const file of ['shared/lib/preferences.ts', '../public/theme.js']) {
    const code = readFileSync(join(SOURCE, file), 'utf8').match(/#[0-9a-f]{6}/g) ?? []
    const grounds = ['light', 'dark'].map((name) => readTheme(name).bg)
    expect(code.map(parseColour)).toEqual(grounds)
  }
})
