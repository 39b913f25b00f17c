import { expect, it } from 'vitest'
import { makeWork } from '@/testing/factories.ts'
import { coverTint } from './tint.ts'

const { id } = makeWork(1)

it.each([
  ['the picture drawn for the work', `covers/${id}-small.svg`, '#123456'],
  ['a picture that was imported', 'pictures/abc.jpg', undefined],
  ['the picture drawn for another work', 'covers/7300000000000000099-small.svg', undefined],
  ['a work whose id only begins the same', `covers/${id}0-small.svg`, undefined],
  ['a picture on another host', `https://example.org/covers/${id}-small.svg`, undefined],
  ['no picture', '', undefined],
])('%s', (_, picSmall, tint) => {
  expect(coverTint(makeWork(1, { picSmall, tint: '#123456' }))).toBe(tint)
})
