import type { Schemas } from '@/shared/api/contract.ts'
import type {
  AdminPlan,
  AdminTerm,
  AdminWork,
  AdminWorkDetail,
  Collection,
  Dashboard,
  ListAnswer,
  Magnet,
  Message,
  Order,
  OrderHistory,
  Plan,
  Report,
  TermEntry,
  Work,
  WorkDetail,
} from '@/shared/api/types.ts'

const FIRST_ID = 7_300_000_000_000_000_000n

/** A made-up work; the number makes id, catalogue number and title. */
export function makeWork(index: number, change: Partial<Work> = {}): Work {
  return {
    id: String(FIRST_ID + BigInt(index)),
    number: `ABCD-${index}`,
    title: `测试影片 ${index}`,
    pubTime: '2026-01-02 00:00:00',
    picSmall: `covers/${index}-small.svg`,
    picBig: `covers/${index}-big.svg`,
    modId: 1,
    isOnline: 0,
    isDht: 1,
    mp4: '',
    imageSmall: '',
    imageBig: '',
    duration: 120,
    average: 3.85,
    evaluates: 15133,
    tint: '#3a4a6b',
    ...change,
  }
}

/** One page out of all works, as the API cuts it. */
export function pageOf(works: readonly Work[], query: URLSearchParams): ListAnswer<Work> {
  const size = Number(query.get('pageSize'))
  const start = (Number(query.get('pageNum')) - 1) * size
  return { code: 200, msg: '操作成功', rows: works.slice(start, start + size), total: works.length }
}

/** A suggested work; the number makes id, catalogue number and title. */
export function makeWorkSuggestion(
  index: number,
  change: Partial<Schemas['SuggestedWork']> = {},
): Schemas['SuggestedWork'] {
  const { id, modId, number, title, pubTime, picSmall, tint, isDht } = makeWork(index)
  const match = { number: false, date: false, title: [] }
  return { id, modId, number, title, pubTime, picSmall, tint, isDht, match, ...change }
}

/** A suggested performer; the number makes id, names and count. */
export function makeTermSuggestion(
  index: number,
  change: Partial<Schemas['SuggestedTerm']> = {},
): Schemas['SuggestedTerm'] {
  const { id, name, nameCn, count } = makeTerm(index)
  return { kind: 'performer', id, modId: 1, name, nameCn, match: 'whole', count, ...change }
}

/** Counts beside filters. */
export function makeFacets(change: Partial<Schemas['WorksFacets']> = {}): Schemas['WorksFacets'] {
  return {
    total: 40,
    terms: [],
    channels: [{ modId: 1, count: 40 }],
    years: [
      { year: 2026, count: 7 },
      { year: 2021, count: 6 },
    ],
    lengths: [
      { from: 1, to: 59, count: 0 },
      { from: 60, to: 89, count: 5 },
      { from: 90, count: 8 },
    ],
    scores: [{ minScore: 40, count: 9 }],
    online: 3,
    dht: 20,
    marks: [{ mark: 'subtitle', count: 4 }],
    ...change,
  }
}

/** The detail answer of a work. */
export function makeDetail(work: Work, change: Partial<WorkDetail> = {}): WorkDetail {
  const terms = { tags: [], maker: [], performer: [], label: [], series: [], director: [], item: [] }
  return { code: 200, msg: '操作成功', data: work, collect: false, like: false, ...terms, ...change }
}

/** A sidebar entry; the number makes id, names and count. */
export function makeTerm(index: number, change: Partial<TermEntry> = {}): TermEntry {
  const id = String(8_000_000_000_000_000_000n + BigInt(index))
  return { id, name: `Term ${index}`, nameCn: `条目${index}`, count: index, uncensoredCount: 0, ...change }
}

/** A term with the works that a list has of it. */
export function makeFacetTerm(
  { id, name, nameCn, count }: TermEntry,
  change: Partial<Schemas['FacetTerm']> = {},
): Schemas['FacetTerm'] {
  return { kind: 'performer', modId: 1, id, name, nameCn, count, ...change }
}

/** The header of a performer; the number makes ids, names and counts. */
export function makeTermDetail(index: number, change: Partial<Schemas['TermDetail']> = {}): Schemas['TermDetail'] {
  const { id, name, nameCn } = makeTerm(index)
  const other = (first: bigint) => String(first + BigInt(index))
  return {
    ...{ id, name, nameCn, kind: 'performer', modId: 1, aliases: [], groupName: '', followers: 0 },
    channels: [
      { modId: 1, id, count: index },
      { modId: 2, id: other(8_100_000_000_000_000_000n), count: 2 },
    ],
    firstYear: 2026,
    lastYear: 2026,
    performers: [{ id: other(8_200_000_000_000_000_000n), modId: 1, name: 'Wang Hai', nameCn: '王海', count: 2 }],
    tags: [{ id: other(8_300_000_000_000_000_000n), modId: 1, name: 'Forest', nameCn: '森林', count: 1 }],
    ...change,
  }
}

/** A collection; the number makes id and name. */
export function makeCollection(index: number, change: Partial<Collection> = {}): Collection {
  const cateId = String(9_000_000_000_000_000_000n + BigInt(index))
  return {
    cateId,
    cateName: `收藏夹${index}`,
    description: '',
    isPrivate: 1,
    isDefault: 0,
    count: 0,
    dataId: '',
    createTime: '2026-01-02 08:00:00',
    ...change,
  }
}

/** User info of an ordinary member. */
export function makeUserInfo(change: Partial<Schemas['UserInfo']> = {}): Schemas['UserInfo'] {
  return {
    code: 200,
    msg: '操作成功',
    user: {
      userId: '910000000000000001',
      userName: 'lin_xia',
      avatar: 'avatars/910000000000000001.svg',
      email: 'l***@example.org',
      mustChangePassword: false,
      createTime: '2026-01-02 08:00:00',
    },
    level: { levelId: 1, groupName: '普通会员', groupLevel: 1 },
    roles: ['member'],
    permissions: [],
    unread: 0,
    decided: 0,
    ...change,
  }
}

/** A question to support; the number makes id and words. */
export function makeMessage(index: number, change: Partial<Message> = {}): Message {
  return {
    id: messageId(index),
    message: `问题 ${index}`,
    status: 0,
    createTime: '2026-01-02 08:00:00',
    updateTime: '2026-01-02 09:00:00',
    unread: false,
    ...change,
  }
}

/** Id of the question of a number. */
export function messageId(index: number): string {
  return String(9_100_000_000_000_000_000n + BigInt(index))
}

/** Everything editors may change of a work. */
export function makeAdminWorkDetail(change: Partial<AdminWorkDetail> = {}): AdminWorkDetail {
  const { id, modId, number, title, pubTime, duration, average, evaluates, isOnline, picSmall, picBig, mp4 } =
    makeWork(1)
  const none = { performers: [], labels: [], directors: [], series: [], items: [] }
  return {
    ...{ id, modId, number, title, pubTime, duration, average, evaluates, isOnline, picSmall, picBig, mp4 },
    ...none,
    ...{
      version: 1,
      curated: [],
      state: 'published',
      hidden: 0,
      takenDown: 0,
      reported: 0,
      collects: 3,
      likes: 5,
      views: 7,
    },
    createTime: '2026-01-02 08:00:00',
    updateTime: '2026-01-02 08:00:00',
    imageSmall: [],
    imageBig: ['stills/1.svg'],
    m3u8: '',
    tags: [{ name: 'Drama', nameCn: '剧情', group: '类型' }],
    makers: [{ name: 'Studio 1', nameCn: '', group: '' }],
    magnets: [
      {
        name: 'ABCD-1 高清',
        infoHash: '1'.padStart(40, '0'),
        length: 3 * 1024 ** 3,
        createTime: '2026-01-02 00:00:00',
      },
    ],
    ...change,
  }
}

/** A work as the editors' table shows it. */
export function makeAdminWork(index: number, change: Partial<AdminWork> = {}): AdminWork {
  const { id, number, title, modId, pubTime, isOnline, isDht, picSmall, tint, duration, average } = makeWork(index)
  const named = { makers: [], performers: [], tags: [], createTime: '2026-01-01 08:00:00' }
  const counts = { collects: 3, likes: 5, views: 7 }
  const state = { state: 'published' as const, hidden: 0, takenDown: 0, reported: 0, updateTime: '2026-01-02 08:00:00' }
  const complete = { lacks: [], score: 100 }
  return {
    id,
    number,
    title,
    modId,
    pubTime,
    isOnline,
    isDht,
    picSmall,
    tint,
    duration,
    average,
    ...named,
    ...counts,
    ...complete,
    ...state,
    ...change,
  }
}

/** A made-up performer of the censored channel as editors see it. */
export function makeAdminTerm(index: number, change: Partial<AdminTerm> = {}): AdminTerm {
  return {
    id: String(9_400_000_000_000_000_000n + BigInt(index)),
    kind: 'performer',
    modId: 1,
    name: `演员${index}`,
    nameCn: '',
    aliases: [],
    group: '',
    count: index,
    uncensoredCount: 0,
    version: 1,
    merging: 0,
    moving: 0,
    ...change,
  }
}

/** A report of a work. */
export function makeReport(index: number, change: Partial<Report> = {}): Report {
  const { id: workId, number, title } = makeWork(index)
  return {
    id: String(9_200_000_000_000_000_000n + BigInt(index)),
    workId,
    number,
    title,
    reason: 'wrong',
    detail: '片长不对',
    contact: 'reader@example.org',
    status: 'open',
    decision: '',
    note: '',
    createTime: '2026-01-02 08:00:00',
    reports: 1,
    queued: '',
    ...change,
  }
}

/** A plan as operators see it; the number makes its id. */
export function makeAdminPlan(index: number, change: Partial<AdminPlan> = {}): AdminPlan {
  return {
    id: String(9_400_000_000_000_000_000n - BigInt(index)),
    app: '',
    name: `套餐${index}`,
    remark: '31 天',
    price: '98.00',
    priceBefore: '98.00',
    days: 31,
    kind: 'time',
    levelId: 2,
    position: index,
    onSale: true,
    version: 1,
    ...change,
  }
}

/** Everything about a paid order of days; the number makes its own. */
export function makeOrderHistory(index: number, change: Partial<OrderHistory> = {}): OrderHistory {
  const { activationCode: _, activationUsed: __, secondsLeft: ___, reason: ____, ...order } = makeOrder(index)
  return {
    ...order,
    userName: 'wang_hai',
    sandbox: false,
    tradeNo: '',
    paidTime: '',
    days: 31,
    kind: 'time',
    updateTime: order.createTime,
    payments: [],
    refunds: [],
    grants: [],
    audit: [],
    ...change,
  }
}

/** A locked magnet; the number makes id and hash. */
export function makeMagnet(index: number, change: Partial<Magnet> = {}): Magnet {
  return {
    id: String(9_100_000_000_000_000_000n + BigInt(index)),
    name: `ABCD-${index} 高清`,
    infoHash: `${index.toString(16).padStart(8, '0')}${'*'.repeat(32)}`,
    locked: true,
    length: 3 * 1024 ** 3,
    createTime: '2026-01-02 08:00:00',
    marks: [],
    ...change,
  }
}

/** A plan on sale; the number makes its id. */
export function makePlan(index: number, change: Partial<Plan> = {}): Plan {
  return {
    id: String(9_200_000_000_000_000_000n + BigInt(index)),
    name: `套餐${index}`,
    remark: '',
    currentPrice: '98.00',
    origPrice: '98.00',
    days: 31,
    kind: 'time',
    ...change,
  }
}

/** An unpaid order; the number makes its own. */
export function makeOrder(index: number, change: Partial<Order> = {}): Order {
  return {
    orderId: `20261121${String(index).padStart(16, '0')}`,
    payName: 'VIP月卡',
    createTime: '2026-11-21 20:00:00',
    status: 0,
    price: '39.90',
    payChannel: 'alipay',
    kind: 'time',
    ...((change.status ?? 0) === 0 && { secondsLeft: 1500 }),
    ...change,
  }
}

/** The figures of a site with something in every part; day 29 is today. */
export function makeDashboard(change: Partial<Dashboard> = {}): Dashboard {
  const days = Array.from({ length: 30 }, (_, index) => ({
    day: `2026-01-${String(index + 1).padStart(2, '0')}`,
    works: index,
    registrations: index % 4,
    orders: index % 3,
    copies: 10 + index,
    searches: 40 + index,
    misses: index % 5,
    views: 1_000 + index,
    visits: 200 + index,
    plays: index % 6,
    net: `${index}.50`,
  }))
  return {
    time: '2026-01-30 08:00:05',
    works: { visible: 1450, censored: 900, uncensored: 350, western: 200, hidden: 30, takenDown: 4 },
    members: { all: 1200, vip: 80, registered: { today: 1, month: 44 } },
    orders: {
      paid: { today: 2, month: 30 },
      sumToday: '198.00',
      sumMonth: '5940.50',
      refundedToday: '0.00',
      refundedMonth: '0.00',
      netToday: '198.00',
      netMonth: '5940.50',
    },
    copies: { today: 39, month: 735 },
    searches: { today: 69, month: 1635 },
    misses: { today: 4, month: 60 },
    views: { today: 1029, month: 30435 },
    waiting: {
      messages: 4,
      oldestMessage: 7_300,
      firstResponseWeek: { count: 12, median: 600, p90: 5_400 },
      firstResponseMonth: { count: 40, median: 1_200, p90: 90_000 },
      reports: 2,
      reportsHeld: 0,
      downloads: 0,
      abnormalOrders: 1,
      failedImports: 0,
    },
    index: { ready: true, building: false, changes: 0, seconds: 0, missing: 0 },
    lastImport: { time: '2026-01-29 21:30:00', new: 120, updated: 30, unchanged: 850, refused: 2 },
    days,
    words: [
      { word: '雪山', searches: 7 },
      { word: 'abc 100%', searches: 3 },
    ],
    ...change,
  }
}
