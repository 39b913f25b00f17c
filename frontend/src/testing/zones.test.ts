import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
/** A file may import from its own zone and from zones before it; features never import features. */
const ZONES = ['shared', 'entities', 'features', 'app']

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

it('imports only point from app to features to entities to shared', () => {
  const wrong = files.flatMap((file) => {
    const [zone = '', part] = file.split('/')
    return importsOf(file)
      .filter((target) => {
        const [targetZone = '', targetPart] = target.split('/')
        const upwards = ZONES.indexOf(targetZone) > ZONES.indexOf(zone)
        return upwards || (zone === 'features' && targetZone === 'features' && targetPart !== part)
      })
      .map((target) => `${file} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

it('the frame around the pages takes no styles out of one of them', () => {
  const taken = files
    .filter((file) => /^app\/[^/]+$/.test(file))
    .flatMap((file) => importsOf(file).filter((target) => /^features\/.*\.css$/.test(target)))
  expect(taken).toEqual([])
})

it('made-up data is for tests and the gallery of components only', () => {
  const users = files.filter((file) => importsOf(file).some((target) => target.startsWith('testing/')))
  expect(users.filter((file) => !file.startsWith('app/gallery/'))).toEqual([])
  expect(users).not.toEqual([])
})

it('keeps every file under 400 lines', () => {
  const sheets = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))
  const long = [...files, ...sheets].filter((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n').length > 400)
  expect(long).toEqual([])
})
