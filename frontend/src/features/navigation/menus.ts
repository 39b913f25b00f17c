import {
  Building2,
  ChartColumn,
  Clapperboard,
  Clock,
  Disc3,
  Files,
  type IconNode,
  LayoutGrid,
  Library,
  Users,
} from 'lucide'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, rankingPath, relationPath } from '@/shared/config/paths.ts'

/** A menu entry. */
export interface MenuItem {
  label: string
  to: string
}

/** An entry of a channel's menu; the icon is shown in the rail. */
export interface ChannelMenuItem extends MenuItem {
  icon: IconNode
}

/** The section of the site a screen belongs to. */
export type Section = 'home' | ChannelName | 'user'

/** The header's entries (R1.26), each with its section. */
export const HEADER_MENU: readonly (MenuItem & { section: Section })[] = [
  { label: '首页', to: '/index', section: 'home' },
  { label: CHANNELS.censored.label, to: latestPath('censored'), section: 'censored' },
  { label: CHANNELS.uncensored.label, to: latestPath('uncensored'), section: 'uncensored' },
]

const RELATIONS: readonly { kind: RelationKind; label: string; icon: IconNode }[] = [
  { kind: 'performer', label: '女优', icon: Users },
  { kind: 'maker', label: '片商', icon: Building2 },
  { kind: 'label', label: '发行商', icon: Disc3 },
  { kind: 'director', label: '导演', icon: Clapperboard },
  { kind: 'item', label: '相同系列', icon: Files },
  { kind: 'series', label: '系列', icon: Library },
]

/** Makers have uncensored and western pages, but only the censored menu lists them (R1.28). */
function isInMenu(kind: RelationKind, channel: ChannelName): boolean {
  return RELATION_CHANNELS[kind].includes(channel) && (kind !== 'maker' || channel === 'censored')
}

/** A channel's menu (R1.28). */
export function channelMenu(channel: ChannelName): ChannelMenuItem[] {
  return [
    { label: '最新', to: latestPath(channel), icon: Clock },
    { label: '类别', to: relationPath('tag', channel), icon: LayoutGrid },
    { label: '排行', to: rankingPath(channel), icon: ChartColumn },
    ...RELATIONS.filter(({ kind }) => isInMenu(kind, channel)).map(({ kind, label, icon }) => ({
      label,
      to: relationPath(kind, channel),
      icon,
    })),
  ]
}

/** Whether a path belongs to a menu entry: the same page, or another entry of its list. */
export function isUnder(item: MenuItem, pathname: string): boolean {
  const folder = item.to.endsWith('/index') && item.to !== '/index' ? item.to.slice(0, -'index'.length) : null
  if (!folder) return pathname === item.to
  return pathname.startsWith(folder) && !pathname.slice(folder.length).includes('/')
}
