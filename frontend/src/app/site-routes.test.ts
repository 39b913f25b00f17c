import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SCREENS } from './screens.tsx'

test('the server knows the routes of the site, and no others', () => {
  const list = readFileSync(new URL('../../../api/assets/site-routes.txt', import.meta.url), 'utf8')
  // The gallery is a page of the development server alone.
  const screens = SCREENS.map(({ path }) => path).filter((path) => path !== '/dev/gallery')
  expect(list.trim().split('\n').toSorted()).toEqual(screens.toSorted())
})
