import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { fieldName } from './field-names.ts'

const API = resolve(import.meta.dirname, '../../../../api')
/** Builds the entries themselves: these are no fields of what they are about. */
const OF_ENTRY = 'audit/mod.rs'

/** The names that the API writes into the log, from the sources that log something. */
function loggedFields(): string[] {
  const sources = readdirSync(API, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && /(^|\/)src\//.test(name) && !name.endsWith(OF_ENTRY))
    .map((name) => readFileSync(join(API, name), 'utf8').split('#[cfg(test)]')[0] ?? '')
    .filter((code) => code.includes('audit'))
  const objects = sources.flatMap((code) => [...code.matchAll(/json!\(\{(.*?)\}\)/gs)].map(([, body]) => body ?? ''))
  return [...new Set(objects.flatMap((body) => [...body.matchAll(/"(\w+)":/g)].map(([, name]) => name ?? '')))]
}

it('every field of the log has a Chinese name', () => {
  const fields = loggedFields()
  expect(fields).toContain('keptFields')
  expect(fields.filter((field) => fieldName(field) === field)).toEqual([])
})
