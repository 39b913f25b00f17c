import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useInSlices } from './use-in-slices.ts'

it('gives what comes, at once what was there first, and nothing old of what is gone', () => {
  const seen: (string | undefined)[] = []
  const { rerender } = renderHook(
    ({ data }: { data: string | undefined }) => {
      const drawn = useInSlices(data)
      seen.push(drawn)
      return drawn
    },
    { initialProps: { data: 'first' as string | undefined } },
  )
  expect(seen).toEqual(['first'])
  rerender({ data: undefined })
  expect(seen.slice(1).every((drawn) => drawn === undefined)).toBe(true)
  seen.length = 0
  rerender({ data: 'second' })
  // First without it, which answers a press, then with it.
  expect(seen).toEqual([undefined, 'second'])
})
