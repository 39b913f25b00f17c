import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
/** Sets the `enabled` of every query of a member. */
const DEFAULTS = 'shared/api/query-client.ts'

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name) && name !== DEFAULTS)
  .map((name) => ({ name, code: readFileSync(join(SOURCE, name), 'utf8').replaceAll('?.', '.') }))

/** The constants and functions of a file. */
function declarationsOf(code: string): string[] {
  return code.split(/^(?=(?:export )?(?:default )?(?:async )?(?:const|function) )/m)
}

/** A word as it stands alone. */
const alone = (word: string) => new RegExp(`(?<!\\w)${word}(?!\\w)`)

/**
 * What a member's query is made with: the key itself, that of a list of one's own, and every key and options function that is
 * made of another one.
 */
function memberWords(): string[] {
  const declarations = files.flatMap(({ code }) => declarationsOf(code))
  const words = ['MEMBER_KEY', 'own.key']
  for (const word of words) {
    const uses = alone(word)
    for (const declaration of declarations) {
      const [, name] = /^[a-z ]*?(?:const|function) (\w+(?:_KEY|Options))\b/.exec(declaration) ?? []
      if (name && uses.test(declaration) && !words.includes(name)) words.push(name)
    }
  }
  return words
}

const WORDS = memberWords()

/** The parts of a member's queries in this code that have an `enabled` of their own, which takes the place of the default. */
function replacing(code: string): string[] {
  return declarationsOf(code)
    .filter((declaration) => /\benabled\s*[:,}]/.test(declaration))
    .flatMap((declaration) => WORDS.filter((word) => alone(word).test(declaration)))
}

it('no query of a member replaces the `enabled` that keeps it from visitors: `skipToken` is for conditions', () => {
  expect(WORDS).toEqual(expect.arrayContaining(['FOLLOWS_KEY', 'ADMIN_KEY', 'userInfoOptions', 'ownWorksOptions']))
  const found = files.flatMap(({ name, code }) => replacing(code).map((word) => `${name}: ${word}`))
  expect(found).toEqual([])
})

it.each([
  ["useQuery({ queryKey: [MEMBER_KEY, 'orders'], queryFn: load, enabled: isOpen })", 'MEMBER_KEY'],
  [
    'export function useInfo(enabled: boolean) {\n  return useQuery({ ...userInfoOptions(), enabled })\n}',
    'userInfoOptions',
  ],
  ["const options = { enabled: true, queryKey: [...FOLLOWS_KEY, 'terms'] }", 'FOLLOWS_KEY'],
])('finds it in %s', (code, word) => {
  expect(replacing(code)).toContain(word)
})

it.each([
  "useQuery({ queryKey: [...TERMS_KEY, 'find'], enabled: isOpen })",
  'useQuery(isOpen ? userInfoOptions() : { ...userInfoOptions(), queryFn: skipToken })',
])('finds nothing in %s', (code) => {
  expect(replacing(code)).toEqual([])
})
