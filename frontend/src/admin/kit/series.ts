import type { Schemas } from '@/shared/api/contract.ts'
import type { Dashboard } from '@/shared/api/types.ts'

/** A daily figure with a plot of its own. */
export interface Series {
  /** Its name in the API response. */
  name: 'visits' | 'views' | 'plays' | 'searches' | 'copies' | 'works' | 'registrations' | 'orders' | 'net'
  label: string
  unit: string
  /** A subset of it, drawn inside its bars. */
  part?: { name: 'misses'; label: string }
}

const SERIES: readonly Series[] = [
  { name: 'visits', label: '访问', unit: '次' },
  { name: 'views', label: '浏览', unit: '次' },
  { name: 'plays', label: '播放', unit: '次' },
  { name: 'searches', label: '搜索', unit: '次', part: { name: 'misses', label: '其中无结果' } },
  { name: 'copies', label: '复制磁链', unit: '次' },
  { name: 'works', label: '新作品', unit: '部' },
  { name: 'registrations', label: '注册', unit: '人' },
  { name: 'orders', label: '已支付订单', unit: '笔' },
  { name: 'net', label: '净收入', unit: '元' },
]

const OF_ORDERS: readonly Series['name'][] = ['orders', 'net']
/** Income is a note of the dashboard's orders. */
const DASHBOARD = SERIES.filter(({ name }) => name !== 'net')

/** The plots of the dashboard; orders only if the operator may see them. */
export function seriesOf({ orders }: Pick<Dashboard, 'orders'>): Series[] {
  return DASHBOARD.filter(({ name }) => !OF_ORDERS.includes(name) || Boolean(orders))
}

/** The plots of some days; orders and income only if the operator may see them. */
export function seriesOfDays(days: readonly Schemas['DayCounts'][]): Series[] {
  const withOrders = days.some(({ net }) => typeof net === 'string')
  return SERIES.filter(({ name }) => !OF_ORDERS.includes(name) || withOrders)
}

/** The figure of a day. */
export function valueOn(day: Schemas['DayCounts'], { name }: Pick<Series, 'name'>): number {
  return Number(day[name] ?? 0)
}

/** The sum of all days; amounts are added in hundredths. */
export function sumOf(days: readonly Schemas['DayCounts'][], series: Pick<Series, 'name'>): number {
  return days.reduce((sum, day) => sum + Math.round(valueOn(day, series) * 100), 0) / 100
}

const COUNT = new Intl.NumberFormat('zh-CN')

/** A number with thousands separators. */
export function formatCount(count: number): string {
  return COUNT.format(count)
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in the largest whole unit. */
export function formatAge(seconds: number): string {
  if (seconds < MINUTE) return '不到 1 分钟'
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} 分钟`
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} 小时`
  return `${Math.floor(seconds / DAY)} 天`
}

/** A day in Chinese: `2026-11-05` is 11月5日. */
export function formatDay(day: string): string {
  return `${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`
}

/** Round numbers between two powers of ten. */
const ENDS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** The smallest round number that is at least `most`, and at least 4. */
export function roundUp(most: number): number {
  let step = 1
  while (step * 10 < most) step *= 10
  const end = ENDS.find((times) => times * step >= most && Number.isInteger(times * step)) ?? 10
  return Math.max(4, end * step)
}
