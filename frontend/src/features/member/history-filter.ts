import type { Facets, FilterQuery } from '@/entities/work/api.ts'
import type { Work } from '@/shared/api/types.ts'
import { CHANNEL_ORDER, CHANNELS, channelOf } from '@/shared/config/channels.ts'

/** What filters ask of a stored work, each by itself. What is not stored (terms, what magnets offer) cannot be asked. */
const TESTS = {
  channel: (work: Work, { modId }: FilterQuery) => !modId || channelOf(work.modId).modId === Number(modId),
  online: (work: Work, { isOnline }: FilterQuery) => !isOnline || work.isOnline === 1,
  dht: (work: Work, { isDht }: FilterQuery) => !isDht || work.isDht === 1,
  period: ({ pubTime }: Work, { from, to }: FilterQuery) =>
    (!from && !to) || (pubTime !== '' && (!from || pubTime >= from) && (!to || pubTime.slice(0, to.length) <= to)),
  length: (work: Work, { minDuration, maxDuration }: FilterQuery) =>
    (!minDuration && !maxDuration) ||
    (work.duration >= Number(minDuration || 1) && work.duration <= Number(maxDuration || Number.POSITIVE_INFINITY)),
  // Scores are compared in millionths, like those of other lists.
  score: ({ average }: Work, { minScore }: FilterQuery) =>
    !minScore || Math.round(average * 1e6) >= Number(minScore) * 1e5,
}

type Test = keyof typeof TESTS

/** The mean with 50 ratings of 3.0 added (R2.10); unrated works come last. */
function rating({ average, evaluates }: Work): number {
  return evaluates > 0 ? (average * evaluates + 150) / (evaluates + 50) : 0
}

/** The orders that stored works can be brought in. */
const ORDERS: Partial<Record<NonNullable<FilterQuery['sort']>, (one: Work, other: Work) => number>> = {
  pubTime: (one, other) => other.pubTime.localeCompare(one.pubTime),
  average: (one, other) => rating(other) - rating(one),
  duration: (one, other) => other.duration - one.duration,
}

function matching(works: readonly Work[], query: FilterQuery, but?: Test): Work[] {
  const tests = (Object.keys(TESTS) as Test[]).filter((name) => name !== but)
  return works.filter((work) => tests.every((name) => TESTS[name](work, query)))
}

/** The works of the history that match, in the wanted order or as they are. */
export function narrowed(works: readonly Work[], query: FilterQuery): Work[] {
  const order = query.sort && ORDERS[query.sort]
  const found = matching(works, query)
  return order ? found.sort(order) : found
}

/** Lengths and scores that are told apart, as in other lists. */
const LENGTHS = [
  { from: 1, to: 29 },
  { from: 30, to: 59 },
  { from: 60, to: 89 },
  { from: 90, to: 119 },
  { from: 120, to: undefined },
]
const SCORES = [45, 40, 35, 30]

/** What each further filter would leave of the history, counted on the device. */
export function historyFacets(works: readonly Work[], query: FilterQuery): Facets {
  const all = matching(works, query)
  const count = (change: FilterQuery) => matching(works, { ...query, ...change }).length
  const years = new Map<number, number>()
  for (const { pubTime } of matching(works, query, 'period')) {
    const year = Number(pubTime.slice(0, 4))
    if (year) years.set(year, (years.get(year) ?? 0) + 1)
  }
  return {
    total: all.length,
    terms: [],
    channels: CHANNEL_ORDER.map((name) => CHANNELS[name].modId).map((modId) => ({ modId, count: count({ modId }) })),
    years: [...years].map(([year, count]) => ({ year, count })).sort((one, other) => other.year - one.year),
    lengths: LENGTHS.map(({ from, to }) => ({
      from,
      to,
      count: count({ minDuration: from, maxDuration: to }),
    })),
    scores: SCORES.map((minScore) => ({ minScore, count: count({ minScore }) })),
    online: count({ isOnline: 1 }),
    dht: count({ isDht: 1 }),
    marks: [],
  }
}
