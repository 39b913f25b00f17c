import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS } from './screens.tsx'

const LIST = join(import.meta.dirname, '../../../api/assets/site-routes.txt')

test('the server knows the routes of the site, and no others', () => {
  const known = readFileSync(LIST, 'utf8').trim().split('\n')
  const screens = SCREENS.map(({ path }) => path)
  expect(known.toSorted()).toEqual(screens.toSorted())
})
