import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, rankingPath, relationPath } from '@/shared/config/paths.ts'

/** A menu entry. */
export interface MenuItem {
  label: string
  to: string
}

/** The header's entries (spec §2.2). */
export const HEADER_MENU: readonly MenuItem[] = [
  { label: '首页', to: '/index' },
  { label: CHANNELS.censored.label, to: latestPath('censored') },
  { label: CHANNELS.uncensored.label, to: latestPath('uncensored') },
]

const RELATION_LABELS: readonly (readonly [RelationKind, string])[] = [
  ['performer', '女优'],
  ['maker', '片商'],
  ['label', '发行商'],
  ['director', '导演'],
  ['item', '相同系列'],
  ['series', '系列'],
]

/** Makers have uncensored and western addresses, but only the censored menu lists them (spec §2.2). */
function isInMenu(kind: RelationKind, channel: ChannelName): boolean {
  return RELATION_CHANNELS[kind].includes(channel) && (kind !== 'maker' || channel === 'censored')
}

/** A channel's menu (spec §2.2). */
export function channelMenu(channel: ChannelName): MenuItem[] {
  return [
    { label: '最新', to: latestPath(channel) },
    { label: '类别', to: relationPath('tag', channel) },
    { label: '排行', to: rankingPath(channel) },
    ...RELATION_LABELS.filter(([kind]) => isInMenu(kind, channel)).map(([kind, label]) => ({
      label,
      to: relationPath(kind, channel),
    })),
  ]
}

/** Whether an address belongs to a menu entry: the same page, or another entry of the same list. */
export function isUnder(item: MenuItem, pathname: string): boolean {
  const folder = item.to.endsWith('/index') && item.to !== '/index' ? item.to.slice(0, -'index'.length) : null
  if (!folder) return pathname === item.to
  return pathname.startsWith(folder) && !pathname.slice(folder.length).includes('/')
}
