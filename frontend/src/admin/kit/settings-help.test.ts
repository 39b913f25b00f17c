import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { SETTINGS_HELP } from './settings-help.ts'

it('says in Chinese what every setting of the server is for', () => {
  const example = readFileSync(resolve(import.meta.dirname, '../../../../.env.example'), 'utf8')
  const names = [...example.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
  expect(names.length).toBeGreaterThan(50)
  expect([...Object.keys(SETTINGS_HELP)].sort()).toEqual([...names].sort())
})
