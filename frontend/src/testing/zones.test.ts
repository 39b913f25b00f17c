import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
/** A file may import from its own zone and from zones before it. */
const ZONES = ['shared', 'entities', 'features', 'admin', 'app']

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
  .filter((name) => ZONES.includes(name.split('/')[0] ?? ''))

function importsOf(file: string): string[] {
  const code = readFileSync(join(SOURCE, file), 'utf8')
  return [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    if (target.startsWith('@/')) return [target.slice(2)]
    return target.startsWith('.') ? [relative(SOURCE, resolve(SOURCE, dirname(file), target))] : []
  })
}

/** The folder of a file below its zone; none for a file of the zone itself, such as `admin/admin-page.tsx`. */
function partOf(file: string): string | undefined {
  const [, part, ...rest] = file.split('/')
  return rest.length === 0 ? undefined : part
}

/** Whether an import goes to a later zone, or from one part of a zone to another that is none of its business. */
function isForbidden(file: string, target: string): boolean {
  const [zone = ''] = file.split('/')
  const [targetZone = ''] = target.split('/')
  if (zone !== targetZone)
    return ZONES.indexOf(targetZone) > ZONES.indexOf(zone) || (zone === 'admin' && targetZone === 'features')
  if (zone === 'features') return partOf(file) !== partOf(target)
  // Only the page around the sections knows them, and it loads each by itself.
  if (zone === 'admin') return partOf(file) !== undefined && ![partOf(file), 'kit'].includes(partOf(target))
  return false
}

function violations(): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => isForbidden(file, target))
      .map((target) => `${file} imports ${target}`),
  )
}

it('imports only point from app to admin or features to entities to shared', () => {
  expect(violations()).toEqual([])
})

it.each([
  ['entities/work/card.tsx', 'features/home/home-page.tsx'],
  ['features/home/home-page.tsx', 'features/vip/price.tsx'],
  ['features/home/home-page.tsx', 'admin/kit/pager.tsx'],
  ['admin/works/works-page.tsx', 'admin/terms/term-form.ts'],
  ['admin/works/works-page.tsx', 'admin/admin-page.tsx'],
  ['admin/works/works-page.tsx', 'features/vip/price.tsx'],
  ['admin/kit/pager.tsx', 'admin/works/works-page.tsx'],
])('does not let %s import %s', (file, target) => {
  expect(isForbidden(file, target)).toBe(true)
})

it('the frame around the pages takes no styles out of one of them', () => {
  const taken = files
    .filter((file) => /^app\/[^/]+$/.test(file))
    .flatMap((file) => importsOf(file).filter((target) => /^features\/.*\.css$/.test(target)))
  expect(taken).toEqual([])
})

it('made-up data is for tests only', () => {
  expect(files.filter((file) => importsOf(file).some((target) => target.startsWith('testing/')))).toEqual([])
})

it('keeps every file under 400 lines', () => {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const long = [...files, ...sheets].filter((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n').length > 400)
  expect(long).toEqual([])
})
