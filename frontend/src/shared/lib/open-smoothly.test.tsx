import { afterEach, expect, it, vi } from 'vitest'
import { forgiveCutMoves } from './open-smoothly.ts'

afterEach(() => {
  Reflect.deleteProperty(document, 'startViewTransition')
})

it('takes a move that the next one cuts short for no error, and leaves everything else of it', async () => {
  const cut = Promise.reject(new DOMException('skipped', 'AbortError'))
  const caught = vi.spyOn(cut, 'catch')
  const move = { ready: cut, finished: Promise.resolve(), skipTransition: vi.fn() }
  document.startViewTransition = vi.fn(() => move as unknown as ViewTransition)
  forgiveCutMoves()
  const update = vi.fn()
  expect(document.startViewTransition(update)).toBe(move)
  // An uncaught one would fail the run.
  expect(caught).toHaveBeenCalledOnce()
  await expect(move.finished).resolves.toBeUndefined()
})

it('does nothing where pages cannot move', () => {
  expect(forgiveCutMoves).not.toThrow()
  expect('startViewTransition' in document).toBe(false)
})
