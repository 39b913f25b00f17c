import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CHANNEL_ORDER } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, rankingPath, relationPath } from '@/shared/config/paths.ts'
import { SCREEN_FILES } from './screen-files.ts'
import { SCREENS } from './screens.tsx'

const KINDS = Object.keys(RELATION_CHANNELS) as RelationKind[]
const fileOf = (path: string) => SCREEN_FILES.find(([pattern]) => new RegExp(pattern).test(path))?.[1]
const lists = (kinds: readonly RelationKind[]) =>
  kinds.flatMap((kind) => RELATION_CHANNELS[kind].map((channel) => relationPath(kind, channel)))

it.each([
  ['routes/home.tsx', ['/', '/index']],
  ['routes/latest.tsx', CHANNEL_ORDER.map(latestPath)],
  ['routes/ranking.tsx', CHANNEL_ORDER.map(rankingPath)],
  ['routes/work-detail.tsx', ['/censored/7300000000000000001', '/uncensored/7300000000000000001']],
  ['routes/western-detail.tsx', ['/western/7300000000000000001']],
  ['routes/category.tsx', lists(['tag'])],
  ['routes/browse.tsx', lists(KINDS.filter((kind) => kind !== 'tag'))],
  ['routes/search.tsx', ['/search', '/search/%E7%81%AF']],
])('%s is the file of its addresses', (file, paths) => {
  expect(existsSync(join(import.meta.dirname, file))).toBe(true)
  expect(paths.map(fileOf)).toEqual(paths.map(() => file))
})

it('every list that stays alive has a file, and a bare page has none', () => {
  const kept = SCREENS.filter((screen) => screen.keepAlive && screen.section !== 'user').map(({ path }) => path)
  expect(kept.length).toBeGreaterThan(15)
  expect(kept.filter((path) => !fileOf(path))).toEqual([])
  expect(['/login', '/pay', '/nowhere/at/all'].map(fileOf)).toEqual([undefined, undefined, undefined])
})
