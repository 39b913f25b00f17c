import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AuditEntry, CodeBatch, DownloadRequest } from '@/shared/api/types.ts'
import { serveAdmin, servePermissions } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import {
  makeAdminTerm,
  makeAdminWork,
  makeMessage,
  makeOrderHistory,
  makeReport,
  makeWork,
} from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { makeAdminMember, makeMemberDetail, serveMembers } from '@/testing/people.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests } from '@/testing/server.ts'

const PERMISSIONS = `works:edit terms:edit users:manage orders:view messages:reply reports:handle downloads:handle
  audit:view codes:make`.split(/\s+/)
const PAGE = { pageNum: '1', pageSize: '20' }
const createTime = '2026-11-21 08:00:00'
const { id: workId, modId, number, title } = makeWork(1)
const { unread: _, ...message } = makeMessage(1)

/** More than one page of orders that are not paid. */
const ORDERS = Array.from({ length: 21 }, (_, index) => makeOrderHistory(index + 1, { status: 0 }))
const BATCH: CodeBatch = {
  id: '1',
  batch: '秋季-1',
  planName: 'VIP月卡',
  days: 30,
  createTime,
  validUntil: '',
  count: 3,
  used: 1,
  revoked: 0,
  expired: 0,
}
const REQUEST: DownloadRequest = {
  id: '7',
  userName: 'lin_xia',
  workId,
  modId,
  number,
  title,
  infoHash: 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a',
  status: 'open',
  note: '',
  createTime,
  decideTime: '',
}
const ENTRY: AuditEntry = {
  id: '5',
  actor: 'lin_xia',
  action: 'users.disable',
  targetKind: 'user',
  targetId: '1',
  before: { disabled: false },
  after: { disabled: true },
  reason: '多次违规',
  createTime,
}

/** Shows a part of the console whose every list has a row. */
function open(address: string) {
  serveMember()
  servePermissions(PERMISSIONS)
  serveAdmin({
    works: [makeAdminWork(1)],
    terms: [makeAdminTerm(1)],
    queue: [{ ...message, userName: 'reader_1', since: message.createTime, entries: 1, tags: [] }],
    reports: [makeReport(1)],
    audit: [ENTRY],
  })
  serveTill({ orders: ORDERS, batches: [BATCH], requests: [REQUEST] })
  serveMembers([makeMemberDetail(makeAdminMember(1))])
  return renderApp(address)
}

const queries = (part: string) =>
  requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname.endsWith(`/admin/${part}`))
    .map(({ searchParams }) => Object.fromEntries(searchParams))
const asked = (part: string, query: object) =>
  waitFor(() => expect(queries(part).at(-1)).toEqual({ ...PAGE, ...query }))
const link = (column: string) => screen.findByRole('link', { name: new RegExp(`^${column} ?排序$`) })
/** The heading of a column that sorts. */
const heading = async (column: string) => (await link(column)).closest('th')

describe('the headings of the orders', () => {
  it('sort by the address, each way in its turn, and begin at the first page', async () => {
    const { user, router } = open('/admin/orders?status=0&page=2')
    expect(await heading('金额')).not.toHaveAttribute('aria-sort')
    await user.click(await link('金额'))
    expect(router.state.location.search).toBe('?status=0&sort=price&order=desc')
    await asked('orders', { status: '0', sort: 'price', order: 'desc' })
    expect(await heading('金额')).toHaveAttribute('aria-sort', 'descending')
    await user.click(await link('金额'))
    await asked('orders', { status: '0', sort: 'price', order: 'asc' })
    expect(await heading('金额')).toHaveAttribute('aria-sort', 'ascending')
    await user.click(await link('支付时间'))
    await asked('orders', { status: '0', sort: 'paidTime', order: 'desc' })
    expect(await heading('金额')).not.toHaveAttribute('aria-sort')
    expect(await heading('支付时间')).toHaveAttribute('aria-sort', 'descending')
    await user.click(await link('支付时间'))
    await user.click(await link('支付时间'))
    expect(router.state.location.search).toBe('?status=0')
    expect(await heading('支付时间')).not.toHaveAttribute('aria-sort')
  })

  it('have a list beside them that sorts by the same addresses', async () => {
    const { user, router } = open('/admin/orders?sort=createTime&order=asc')
    const list = await screen.findByRole('combobox', { name: '排序' })
    expect(list).toHaveDisplayValue('下单时间从早到晚')
    await user.selectOptions(list, '金额从高到低')
    expect(router.state.location.search).toBe('?sort=price&order=desc')
    await asked('orders', { sort: 'price', order: 'desc' })
    expect(await heading('金额')).toHaveAttribute('aria-sort', 'descending')
    await user.selectOptions(list, '默认')
    expect(router.state.location.search).toBe('')
    expect(list).toHaveDisplayValue('默认')
  })
})

describe.each([
  ['works', '番号', { sort: 'number', order: 'asc' }, 'ascending'],
  ['works', '发行时间', { sort: 'pubTime', order: 'desc' }, 'descending'],
  ['works', '浏览', { sort: 'views', order: 'desc' }, 'descending'],
  ['terms', '名称', { sort: 'name', order: 'asc' }, 'ascending'],
  ['terms', '作品', { sort: 'count', order: 'desc' }, 'descending'],
  ['members', '用户名', { sort: 'userName', order: 'asc' }, 'ascending'],
  ['members', 'VIP', { sort: 'vipUntil', order: 'desc' }, 'descending'],
  ['members', '注册时间', { sort: 'createTime', order: 'desc' }, 'descending'],
  ['orders', '下单时间', { sort: 'createTime', order: 'desc' }, 'descending'],
  ['reports', '时间', { sort: 'createTime', order: 'desc' }, 'descending'],
  ['downloads', '申请时间', { sort: 'createTime', order: 'desc' }, 'descending'],
  ['audit', '时间', { sort: 'createTime', order: 'desc' }, 'descending'],
  ['codes', '生成时间', { sort: 'createTime', order: 'desc' }, 'descending'],
])('the %s', (part, column, sorted, shown) => {
  it(`are asked for by ${column} when its heading is pressed, and never by what the address makes up`, async () => {
    const { user } = open(`/admin/${part}?sort=password&order=asc`)
    const table = within(await screen.findByRole('table'))
    const [plain] = queries(part)
    expect(plain).not.toHaveProperty('sort')
    expect(plain).not.toHaveProperty('order')
    for (const header of table.getAllByRole('columnheader')) expect(header).not.toHaveAttribute('aria-sort')
    await user.click(await link(column))
    await asked(part, { ...plain, ...sorted })
    expect(await heading(column)).toHaveAttribute('aria-sort', shown)
  })
})

it('the messages are asked for by the time they wait, and never by what the address makes up', async () => {
  const { user } = open('/admin/messages?sort=password&order=asc')
  const list = await screen.findByRole('combobox', { name: '排序' })
  const [plain] = queries('messages')
  expect(plain).not.toHaveProperty('sort')
  await user.selectOptions(list, '等待从长到短')
  await asked('messages', { ...plain, sort: 'since', order: 'asc' })
  expect(list).toHaveDisplayValue('等待从长到短')
})

it('a table that nothing sorts has no list to choose from', async () => {
  open(`/admin/codes?batch=${encodeURIComponent(BATCH.batch)}&sort=createTime`)
  expect(await screen.findByText('没有激活码')).toBeVisible()
  expect(screen.queryByRole('combobox')).toBeNull()
})
