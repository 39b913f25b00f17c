import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

it('tells the fields that differ, and no others', () => {
  expect(
    changesBetween({ title: '长桥', duration: 90, hidden: false }, { title: '灯塔', duration: 90, hidden: true }),
  ).toEqual([
    { field: 'title', before: '长桥', after: '灯塔' },
    { field: 'hidden', before: 'false', after: 'true' },
  ])
})

it('tells fields that came and went', () => {
  expect(changesBetween({ old: 1 }, { fresh: [2] })).toEqual([
    { field: 'old', before: '1', after: null },
    { field: 'fresh', before: null, after: '[2]' },
  ])
})

it('reads states that come as JSON text', () => {
  expect(changesBetween('{"status":0}', '{"status":9}')).toEqual([{ field: 'status', before: '0', after: '9' }])
})

it.each([[null], [undefined], ['']])('knows nothing of a state that is %s', (nothing) => {
  expect(changesBetween(nothing, nothing)).toEqual([])
  expect(changesBetween(nothing, { a: 'b' })).toEqual([{ field: 'a', before: null, after: 'b' }])
})

it('shows a state that is no object as one value', () => {
  expect(changesBetween('旧', '新')).toEqual([{ field: '值', before: '旧', after: '新' }])
})
