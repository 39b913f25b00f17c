import { expect, it } from 'vitest'
import { choiceParams, choicesIn, choicesText, countChoices, NO_CHOICES, withChoices } from './choices.ts'

const ADDRESS =
  'sort=score&performer=910000000000000002&tag=910000000000000001%2C-910000000000000003&from=2019&to=2021-06' +
  '&length=60-89&score=3.5&online=1&magnet=subtitle%2C4k'

it('reads and writes an address', () => {
  const choices = choicesIn(new URLSearchParams(ADDRESS))
  expect(choicesText(choices)).toBe(ADDRESS)
  expect(countChoices(choices)).toBe(9)
  expect(choiceParams(choices)).toEqual({
    sort: 'average',
    withTerms: '910000000000000002,910000000000000001',
    from: '2019',
    to: '2021-06',
    minDuration: 60,
    maxDuration: 89,
    minScore: 35,
    isOnline: 1,
    marks: 'subtitle,4k',
  })
})

it.each([
  'sort=best&tag=0,abc,--5&from=19&to=2021-13&length=-&score=9&online=yes&magnet=gold',
  'sort=toString&length=99999-&score=0&from=&tag=',
])('passes over %s', (address) => {
  expect(choicesText(choicesIn(new URLSearchParams(address)))).toBe('')
})

it('keeps other parameters, and one choice per term', () => {
  const choices = choicesIn(new URLSearchParams('tag=5,-5,6'))
  expect(choices.terms).toEqual([
    { kind: 'tag', id: '5', without: false },
    { kind: 'tag', id: '6', without: false },
  ])
  expect(withChoices(new URLSearchParams('tab=western&tag=5'), NO_CHOICES).toString()).toBe('tab=western')
})
