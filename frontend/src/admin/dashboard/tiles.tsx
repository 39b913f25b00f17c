import {
  Clapperboard,
  DatabaseBackup,
  EyeOff,
  Flag,
  HandCoins,
  HardDrive,
  Layers,
  Magnet,
  MessageSquareText,
  Search,
  Timer,
  Upload,
  Users,
  Wallet,
} from 'lucide'
import type { ComponentProps } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import type { Dashboard } from '@/shared/api/types.ts'
import { Facts } from '@/shared/ui/facts.tsx'
import type { partsFor } from '../kit/sections.ts'
import { formatAge, formatCount } from '../kit/series.ts'
import { StatTile } from './stat-tile.tsx'

interface TilesProps {
  data: Dashboard
  parts: ReturnType<typeof partsFor>
}

/** Path of a section, if the operator may see it; `query` is an optional filter. */
function linkTo(parts: TilesProps['parts'], wanted: string, query = ''): string | undefined {
  const part = parts.find(({ section }) => (section as string) === wanted)
  return part && part.to + query
}

/** What the checklist says of a point that has to stay well. */
interface UpkeepProps {
  items: readonly Schemas['ChecklistItem'][]
}

/** Backup and disk, for those who see the settings. */
function UpkeepTiles({ items }: UpkeepProps) {
  const point = (wanted: Schemas['ChecklistItem']['id']) => items.find(({ id }) => id === wanted)
  const [backup, disk] = [point('backup'), point('disk')]
  return (
    <>
      {backup && (
        <StatTile
          label="最近备份"
          icon={DatabaseBackup}
          value={backup.detail ? backup.detail.slice(5, 16) : '没有'}
          urgent={backup.state !== 'done'}
        >
          {backup.state === 'done' ? '完整，不到两天' : backup.detail ? '超过两天或不完整' : '还没有备份过'}
        </StatTile>
      )}
      {disk && (
        <StatTile
          label="磁盘可用"
          icon={HardDrive}
          value={disk.detail?.split(' ').slice(-2).join(' ') ?? '—'}
          urgent={disk.state !== 'done'}
        >
          {disk.detail?.split(' ').slice(0, -2).join(' ') ?? '读不到剩余空间'}
        </StatTile>
      )}
    </>
  )
}

/** Open tasks of operators. */
export function WaitingTiles({
  data: { waiting, index },
  parts,
  upkeep,
}: TilesProps & { upkeep: UpkeepProps['items'] }) {
  const { messages, oldestMessage, firstResponseWeek, firstResponseMonth, reports, reportsHeld } = waiting
  const { downloads, abnormalOrders, grants, failedImports } = waiting
  return (
    <section className="board-tiles" aria-label="待处理">
      <WaitingTile label="待答复留言" icon={MessageSquareText} count={messages} to={linkTo(parts, 'messages')}>
        {typeof oldestMessage === 'number' ? `最久已等 ${formatAge(oldestMessage)}` : '全部已答复'}
      </WaitingTile>
      <FirstResponseTile week={firstResponseWeek} month={firstResponseMonth} to={linkTo(parts, 'messages')} />
      <WaitingTile label="待处理举报" icon={Flag} count={reports} to={linkTo(parts, 'reports')}>
        {reportsHeld
          ? `${formatCount(reportsHeld)} 条超出每小时自动下线上限，作品仍在线`
          : reports === 0
            ? '全部已处理'
            : '等待决定'}
      </WaitingTile>
      <WaitingTile label="下载申请" icon={Magnet} count={downloads} to={linkTo(parts, 'downloads')}>
        {downloads === 0 ? '全部已处理' : '等待处理'}
      </WaitingTile>
      <WaitingTile label="异常订单" icon={Wallet} count={abnormalOrders} to={linkTo(parts, 'orders', '?status=2')}>
        {abnormalOrders === 0 ? '没有异常' : '金额不符或重复支付，等待处理'}
      </WaitingTile>
      <WaitingTile label="待确认补单" icon={HandCoins} count={grants} to={linkTo(parts, 'orders', '?asked=1')}>
        {grants === 0 ? '没有申请' : '等另一位管理人员确认'}
      </WaitingTile>
      <WaitingTile label="中断的导入" icon={Upload} count={failedImports} to={linkTo(parts, 'import')}>
        {failedImports === 0 ? '没有中断' : '等待继续或放弃'}
      </WaitingTile>
      <IndexTile index={index} />
      <UpkeepTiles items={upkeep} />
    </section>
  )
}

type FirstResponse = Schemas['FirstResponse']

interface FirstResponseTileProps {
  week: FirstResponse | null | undefined
  month: FirstResponse | null | undefined
  to: string | undefined
}

/** How long members wait for a first answer; nothing before there was one. */
function FirstResponseTile({ week, month, to }: FirstResponseTileProps) {
  if (!month) return null
  return (
    <StatTile label="首次答复，7 天中位" icon={Timer} value={week ? formatAge(week.median) : '—'} to={to}>
      <Facts
        facts={[
          ...(week ? [`九成在 ${formatAge(week.p90)}内`] : []),
          `30 天：中位 ${formatAge(month.median)}，九成 ${formatAge(month.p90)}`,
        ]}
      />
    </StatTile>
  )
}

interface WaitingTileProps extends Omit<ComponentProps<typeof StatTile>, 'value' | 'urgent'> {
  /** Missing if the operator may not see it. */
  count: number | null | undefined
}

function WaitingTile({ count, ...tile }: WaitingTileProps) {
  if (typeof count !== 'number') return null
  return <StatTile value={formatCount(count)} urgent={count > 0} {...tile} />
}

/** The index usually lags by a second. More than this indicates a fault. */
const LATE_SECONDS = 30

const TROUBLES: Record<NonNullable<Dashboard['index']['trouble']>, string> = {
  no_space: '磁盘已满，正在重试',
  damaged: '索引文件损坏，正在修复',
  database: '读不到数据库，正在重试',
  storage: '写不进索引文件，正在重试',
  hangs: '写入没有反应，请检查磁盘',
}

function IndexTile({ index }: Pick<Dashboard, 'index'>) {
  const { ready, missing, seconds, trouble } = index
  const late = !ready || missing > 0 || Boolean(trouble) || seconds > LATE_SECONDS
  return (
    <StatTile label="作品索引" icon={Search} value={stateOf(index)} urgent={late}>
      {noteOf(index)}
    </StatTile>
  )
}

function stateOf({ ready, building, changes, missing }: Dashboard['index']): string {
  if (!ready) return building ? '正在建立' : '无法搜索'
  if (missing > 0) return `相差 ${formatCount(missing)} 部`
  if (building) return '正在重建'
  return changes === 0 ? '已同步' : `落后 ${formatCount(changes)} 项`
}

function noteOf({ ready, building, changes, missing, seconds, trouble }: Dashboard['index']): string {
  if (trouble) return TROUBLES[trouble]
  if (missing > 0) return building ? '正在重建' : '即将自动重建'
  if (building) return ready ? '旧索引仍在使用' : '完成后即可搜索'
  return changes === 0 ? '列表与搜索是最新的' : `最早一项已等 ${seconds} 秒`
}

export function StandingTiles({ data: { works, members, lastImport }, parts }: TilesProps) {
  return (
    <section className="board-tiles" aria-label="现有">
      <StatTile label="作品" icon={Clapperboard} value={formatCount(works.visible)} to={linkTo(parts, 'works')}>
        <Facts
          facts={[
            `有码 ${formatCount(works.censored)}`,
            `无码 ${formatCount(works.uncensored)}`,
            `欧美 ${formatCount(works.western)}`,
          ]}
        />
      </StatTile>
      <StatTile label="不显示的作品" icon={EyeOff} value={formatCount(works.hidden)}>
        其中已下架 {formatCount(works.takenDown)}
      </StatTile>
      <StatTile label="会员" icon={Users} value={formatCount(members.all)} to={linkTo(parts, 'members')}>
        <Facts facts={[`VIP ${formatCount(members.vip)}`, `近 30 天 +${formatCount(members.registered.month)}`]} />
      </StatTile>
      <StatTile
        label="最近导入"
        icon={Layers}
        value={lastImport ? broughtBy(lastImport) : '—'}
        to={linkTo(parts, 'import')}
      >
        {lastImport ? <Facts facts={factsOf(lastImport)} /> : '还没有导入过'}
      </StatTile>
    </section>
  )
}

/** What an import has brought: one of what is there already brings nothing, and that is no fault. */
function broughtBy({ new: added, updated }: NonNullable<Dashboard['lastImport']>): string {
  if (added > 0) return `+${formatCount(added)}`
  return updated > 0 ? `更新 ${formatCount(updated)}` : '无变化'
}

function factsOf({ updated, refused, time }: NonNullable<Dashboard['lastImport']>): string[] {
  const facts = [`更新 ${formatCount(updated)}`, time.slice(5, 16)]
  return refused > 0 ? [`拒收 ${formatCount(refused)}`, ...facts] : facts
}
