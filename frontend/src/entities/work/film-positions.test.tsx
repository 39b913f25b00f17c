import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setPreferences } from '@/shared/lib/preferences.ts'
import { makeWork } from '@/testing/factories.ts'
import { forgetFilm, leftAt, resumeAt, savePosition, useBegunFilms } from './film-positions.ts'

const begun = () => renderHook(useBegunFilms).result.current

it.each([
  [0, 60, 0],
  [4.9, 60, 0],
  [5, 60, 5],
  [49, 60, 49],
  [50, 60, 0],
  [6839, 7200, 6839],
  [6840, 7200, 0],
  [30, Number.NaN, 0],
])('left at %d of %d seconds, a film goes on at %d', (position, duration, at) => {
  expect(resumeAt(position, duration)).toBe(at)
})

it('keeps whole seconds and forgets a film that was seen to its end', () => {
  const work = makeWork(1)
  savePosition(work, 31.7, 60.2)
  expect(leftAt(work.id)).toBe(31)
  expect(begun()).toMatchObject([{ work: { id: work.id }, seconds: 31, duration: 60 }])
  savePosition(work, 58, 60.2)
  expect(leftAt(work.id)).toBe(0)
  expect(begun()).toEqual([])
  expect(localStorage.getItem('yingku.positions')).toBeNull()
})

it('keeps the fifty films watched last, and shows twenty of them', () => {
  for (let index = 1; index <= 51; index++) savePosition(makeWork(index), 20, 60, index)
  expect([1, 2, 51].map((index) => leftAt(makeWork(index).id))).toEqual([0, 20, 20])
  const shown = begun().map(({ work }) => work.number)
  expect(shown).toHaveLength(20)
  expect([shown[0], shown[19]]).toEqual([makeWork(51).number, makeWork(32).number])
  forgetFilm(makeWork(51).id)
  expect(begun()[0]?.work.number).toBe(makeWork(50).number)
})

it('names no film that was watched in discreet mode alone, and shows none there', () => {
  const [before, during] = [makeWork(1), makeWork(2)]
  savePosition(before, 20, 60)
  setPreferences({ discreet: true })
  savePosition(before, 25, 60)
  savePosition(during, 30, 60)
  expect([leftAt(before.id), leftAt(during.id)]).toEqual([25, 30])
  expect(localStorage.getItem('yingku.positions')).not.toContain(during.title)
  expect(begun()).toEqual([])
  setPreferences({ discreet: false })
  expect(begun().map(({ work }) => work.id)).toEqual([before.id])
})

it.each(['null', '[]', '{', '{"a":1,"b":["x",2],"c":[1],"d":[1,2,"x"]}'])('finds nothing in %s', (text) => {
  store(text)
  expect(['a', 'b', 'c', 'd'].map(leftAt)).toEqual([0, 0, 0, 0])
})

it('still goes on with a film whose duration and work are unknown', () => {
  store('{"a":[20,1]}')
  expect([leftAt('a'), begun()]).toEqual([20, []])
})

/** As if another window had stored it. */
function store(text: string) {
  localStorage.setItem('yingku.positions', text)
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.positions' }))
}
