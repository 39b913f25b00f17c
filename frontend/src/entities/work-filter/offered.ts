import type { WorksFilter } from '../work/api.ts'
import type { FilterChoices, SortChoice } from './choices.ts'

/** What a page lists, and the orders it offers, the usual one first. */
export interface Offering {
  list: Pick<WorksFilter, 'own' | 'onlyMagnet'>
  sorts: readonly SortChoice[]
}

/** The choices that a page offers: an address or a saved filter may name others. Its usual order is no choice. */
export function offered(choices: FilterChoices, { list: { own }, sorts }: Offering): FilterChoices {
  return {
    ...choices,
    sort: sorts.slice(1).find((sort) => sort === choices.sort),
    ...(sorts.length === 0 && { from: undefined, to: undefined }),
    // Elsewhere the magnet switch holds, which is no choice of one list.
    ...(own?.isMixed ? { dht: choices.dht || undefined } : { channel: undefined, dht: undefined }),
    ...(own?.isStored && { terms: [], marks: [] }),
  }
}
