import type { QueryClient } from '@tanstack/react-query'
import { reasonName } from '@/entities/report/reasons.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { KEYWORD_MAX, PAGE_SIZE, TRADE_NUMBER_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { plainValue } from '../kit/field-names.ts'
import { type AdminPart, type AdminSection, openPath } from '../kit/sections.ts'
import {
  allSettings,
  type Found,
  findMembers,
  findMessages,
  findOrders,
  findTerms,
  findWorks,
  openReports,
  ROWS_MAX,
} from './api.ts'
import { isIn } from './matching.ts'

/** A row of any list, and the address that opens it. */
export interface FoundRow {
  id: string
  name: string
  note: string
  to: string
}

/** A question to a list. */
interface Question {
  keyword: string
  signal: AbortSignal
  client: QueryClient
}

/** A list of the console that can be searched. */
interface Source {
  section: AdminSection
  /** Longest keyword that its call takes, in code points. */
  keywordMax: number
  find: (question: Question) => Promise<Found<FoundRow>>
  /** Parameters of its page with all that was found. */
  all: (keyword: string) => Record<string, string>
}

/** A source with its name and address. */
export type OpenSource = Source & Pick<AdminPart, 'label' | 'icon' | 'to'>

/** Longest user name or e-mail address, in code points. */
const ADDRESS_MAX = 120

function listed<Row>({ rows, total }: Found<Row>, show: (row: Row) => FoundRow): Found<FoundRow> {
  return { rows: rows.slice(0, ROWS_MAX).map(show), total }
}

const noted = (...notes: (string | false)[]) => notes.filter(Boolean).join(' · ')

/** In the order of their groups. */
const SOURCES: readonly Source[] = [
  {
    section: 'works',
    keywordMax: KEYWORD_MAX,
    find: async ({ keyword, signal }) =>
      listed(await findWorks(keyword, signal), ({ id, number, title, modId, hidden }) => ({
        id,
        name: number,
        note: noted(channelOf(modId).label, hidden === 1 && '已隐藏', title),
        to: openPath('works', id),
      })),
    all: (keyword) => ({ keyword }),
  },
  {
    section: 'terms',
    keywordMax: KEYWORD_MAX,
    find: async ({ keyword, signal }) =>
      listed(await findTerms(keyword, signal), ({ id, name, nameCn, kind, modId, count }) => ({
        id,
        name: nameCn || name,
        note: noted(channelOf(modId).label + plainValue('term', 'kind', kind), `${count} 部`),
        to: openPath('terms', id),
      })),
    all: (keyword) => ({ keyword }),
  },
  {
    section: 'members',
    keywordMax: ADDRESS_MAX,
    find: async ({ keyword, signal }) =>
      listed(await findMembers(keyword, signal), ({ id, userName, role, disabled, vipUntil }) => ({
        id,
        name: userName,
        note: noted(
          plainValue('user', 'role', role),
          vipUntil !== '' && `VIP 至 ${vipUntil.slice(0, 10)}`,
          disabled === 1 && '已停用',
        ),
        to: openPath('members', id),
      })),
    all: (keyword) => ({ keyword }),
  },
  {
    section: 'orders',
    keywordMax: TRADE_NUMBER_MAX,
    find: async ({ keyword, signal }) =>
      listed(await findOrders(keyword, signal), ({ orderId, payName, price, status, userName }) => ({
        id: orderId,
        name: orderId,
        note: noted(plainValue('order', 'status', status), `${payName} ¥${price}`, userName),
        to: openPath('orders', orderId),
      })),
    all: (keyword) => ({ keyword }),
  },
  {
    section: 'messages',
    keywordMax: KEYWORD_MAX,
    find: async ({ keyword, signal }) =>
      listed(await findMessages(keyword, signal), ({ id, userName, message, status }) => ({
        id,
        name: message,
        note: noted(userName, plainValue('message', 'status', status)),
        to: openPath('messages', id),
      })),
    // The page shows only those that wait, unless told otherwise.
    all: (keyword) => ({ status: 'all', keyword }),
  },
  {
    section: 'reports',
    keywordMax: Number.POSITIVE_INFINITY,
    find: findReports,
    all: () => ({}),
  },
  {
    section: 'settings',
    keywordMax: Number.POSITIVE_INFINITY,
    find: findSettings,
    all: (keyword) => ({ keyword }),
  },
]

/** Open reports by work, reason, detail or contact. Each leads to its page of the list, which has no drawer. */
async function findReports({ keyword, client }: Question): Promise<Found<FoundRow>> {
  const rows = (await openReports(client))
    .map((report, index) => ({ report, page: Math.floor(index / PAGE_SIZE.admin) + 1 }))
    .filter(({ report: { number, title, reason, detail, contact } }) =>
      isIn([number, title, reasonName(reason), detail, contact], keyword),
    )
  return listed({ rows, total: rows.length }, ({ report: { id, number, title, reason }, page }) => ({
    id,
    name: `${number} ${title}`,
    note: reasonName(reason),
    to: page === 1 ? '/admin/reports' : `/admin/reports?page=${page}`,
  }))
}

/** Settings by name or meaning. Each leads to the list with its name. */
async function findSettings({ keyword, client }: Question): Promise<Found<FoundRow>> {
  const settings = await allSettings(client)
  const rows = settings.filter(({ name, helpZh }) => isIn([name, helpZh], keyword))
  return listed({ rows, total: rows.length }, ({ name, helpZh }) => ({
    id: name,
    name,
    note: helpZh,
    to: `/admin/settings?keyword=${encodeURIComponent(name)}`,
  }))
}

/** The lists that the operator may see and that can take the keyword. */
export function sourcesFor(parts: readonly AdminPart[], keyword: string): OpenSource[] {
  if (keyword === '') return []
  const length = codePoints(keyword)
  return SOURCES.flatMap((source) => {
    const part = parts.find(({ section }) => section === source.section)
    return part && length <= source.keywordMax ? [{ ...source, label: part.label, icon: part.icon, to: part.to }] : []
  })
}

/** The page of a list with all that a keyword finds. */
export function allPath({ to, all }: OpenSource, keyword: string): string {
  const query = new URLSearchParams(all(keyword)).toString()
  return query === '' ? to : `${to}?${query}`
}
