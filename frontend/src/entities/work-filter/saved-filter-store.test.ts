import { expect, it } from 'vitest'
import { SAVED_FILTERS_MAX } from '@/shared/config/constants.ts'
import { currentToast } from '@/shared/feedback/toasts.ts'
import { choicesIn } from './choices.ts'
import { deleteFilter, renameFilter, saveFilter } from './saved-filter-store.ts'

const choices = choicesIn(new URLSearchParams('length=-60'))

function names(): string[] {
  const stored = JSON.parse(localStorage.getItem('yingku.filters') ?? '{"filters":[]}')
  return stored.filters.map(({ name }: { name: string }) => name)
}

it('a rename that is done already takes nothing away', async () => {
  await saveFilter('a', choices)
  renameFilter('a', 'b')
  renameFilter('a', 'b')
  expect(names()).toEqual(['b'])
  deleteFilter('b')
  expect(names()).toEqual([])
})

it('a full list is left as it is, and says so', async () => {
  const full = Array.from({ length: SAVED_FILTERS_MAX }, (_, index) => `filter ${index}`)
  for (const name of full) await saveFilter(name, choices)
  await saveFilter('one more', choices)
  expect(names()).toEqual(full.toReversed())
  expect(currentToast.get()?.text).toBe(`筛选最多保存${SAVED_FILTERS_MAX}个`)
})
