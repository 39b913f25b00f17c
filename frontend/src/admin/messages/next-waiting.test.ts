import { expect, it } from 'vitest'
import { nextWaiting } from './next-waiting.ts'

const queue = (ids: string, status: 0 | 1 = 0) => Array.from(ids, (id) => ({ id, status }))

it.each([
  ['the one after it', 'abcd', 'acd', 'b', 'c'],
  ['the one after it, although others were passed over', 'abcd', 'abd', 'c', 'd'],
  ['one that came into the list since', 'abc', 'abx', 'c', 'x'],
  ['one that was passed over, once nothing comes after it', 'abc', 'ab', 'c', 'a'],
  ['the first one if it was not in the queue', 'abc', 'abc', 'z', 'a'],
  ['not itself, where it waits again', 'ab', 'ab', 'a', 'b'],
])('answers %s', (_, before, now, answered, next) => {
  expect(nextWaiting(queue(before), queue(now), answered)?.id).toBe(next)
})

it('passes over what does not wait', () => {
  const now = [...queue('bc', 1), ...queue('d')]
  expect(nextWaiting(queue('abcd'), now, 'a')?.id).toBe('d')
})

it('is nothing when nothing waits', () => {
  expect(nextWaiting(queue('ab'), queue('ab', 1), 'a')).toBeUndefined()
  expect(nextWaiting(queue('a'), queue('a'), 'a')).toBeUndefined()
})
