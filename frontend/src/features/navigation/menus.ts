import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, rankingPath, relationPath } from '@/shared/config/paths.ts'
import type { IconName } from '@/shared/ui/icons.tsx'

/** A menu entry. */
export interface MenuItem {
  label: string
  to: string
}

/** An entry of a channel's menu; its picture stands in the rail of wide screens. */
export interface ChannelMenuItem extends MenuItem {
  icon: IconName
}

/** The part of the site a screen belongs to. */
export type Section = 'home' | ChannelName | 'user'

/** The header's entries (R1.26), each with the part of the site it leads to. */
export const HEADER_MENU: readonly (MenuItem & { section: Section })[] = [
  { label: '首页', to: '/index', section: 'home' },
  { label: CHANNELS.censored.label, to: latestPath('censored'), section: 'censored' },
  { label: CHANNELS.uncensored.label, to: latestPath('uncensored'), section: 'uncensored' },
]

const RELATIONS: readonly { kind: RelationKind; label: string; icon: IconName }[] = [
  { kind: 'performer', label: '女优', icon: 'people' },
  { kind: 'maker', label: '片商', icon: 'building' },
  { kind: 'label', label: '发行商', icon: 'disc' },
  { kind: 'director', label: '导演', icon: 'clapper' },
  { kind: 'item', label: '相同系列', icon: 'copies' },
  { kind: 'series', label: '系列', icon: 'shelf' },
]

/** Makers have uncensored and western addresses, but only the censored menu lists them (R1.28). */
function isInMenu(kind: RelationKind, channel: ChannelName): boolean {
  return RELATION_CHANNELS[kind].includes(channel) && (kind !== 'maker' || channel === 'censored')
}

/** A channel's menu (R1.28). */
export function channelMenu(channel: ChannelName): ChannelMenuItem[] {
  return [
    { label: '最新', to: latestPath(channel), icon: 'clock' },
    { label: '类别', to: relationPath('tag', channel), icon: 'tiles' },
    { label: '排行', to: rankingPath(channel), icon: 'bars' },
    ...RELATIONS.filter(({ kind }) => isInMenu(kind, channel)).map(({ kind, label, icon }) => ({
      label,
      to: relationPath(kind, channel),
      icon,
    })),
  ]
}

/** Whether an address belongs to a menu entry: the same page, or another entry of the same list. */
export function isUnder(item: MenuItem, pathname: string): boolean {
  const folder = item.to.endsWith('/index') && item.to !== '/index' ? item.to.slice(0, -'index'.length) : null
  if (!folder) return pathname === item.to
  return pathname.startsWith(folder) && !pathname.slice(folder.length).includes('/')
}
