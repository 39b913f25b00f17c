import { screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import { makeOrderHistory } from '@/testing/factories.ts'
import { AT_FIRST, conversation, openInbox, sentTo } from '@/testing/inbox.ts'
import { makeAdminMember, makeMemberDetail, serveMembers } from '@/testing/people.ts'
import { failure, server } from '@/testing/server.ts'

describe('the member beside a conversation', () => {
  const order = makeOrderHistory(1, { userName: 'reader_1', status: 1 })
  const unpaid = makeOrderHistory(2, { userName: 'reader_1', payName: 'VIP年卡', status: 0 })
  const panel = async () => within(await screen.findByRole('region', { name: '会员资料' }))

  function serveMemberSide() {
    const member = makeAdminMember(1, { vipUntil: '2027-01-02 08:00:00' })
    serveMembers([makeMemberDetail(makeAdminMember(2, { userName: 'reader_10' })), makeMemberDetail(member)])
    serveTill({ orders: [order, unpaid, makeOrderHistory(3, { userName: 'somebody' })] })
    return member
  }

  it('shows VIP, orders with the open ones first, and the other questions, each with its link', async () => {
    const member = serveMemberSide()
    const { user } = openInbox({
      at: AT_FIRST,
      permissions: ['messages:reply', 'orders:view', 'users:manage'],
      change: { userName: 'reader_1' },
    })
    const side = await panel()
    expect(await side.findByText('至 2027-01-02')).toBeVisible()
    expect(side.getByRole('link', { name: '会员详情' })).toHaveAttribute('href', `/admin/members?open=${member.id}`)
    const orders = within(await side.findByRole('region', { name: '订单' }))
    const links = await orders.findAllByRole('link', { name: /VIP/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/admin/orders?open=${unpaid.orderId}`,
      `/admin/orders?open=${order.orderId}`,
    ])
    const others = within(side.getByRole('region', { name: '其他留言' }))
    await user.click(await others.findByRole('link', { name: /问题 2/ }))
    await waitFor(() => expect(screen.getByText('2 / 3')).toBeVisible())
  })

  it('shows only what the operator’s role may see', async () => {
    serveMemberSide()
    openInbox({ at: AT_FIRST })
    const side = await panel()
    expect(await side.findByText('没有其他留言')).toBeVisible()
    expect(side.getAllByRole('region').map((part) => part.getAttribute('aria-label'))).toEqual(['其他留言'])
    expect(sentTo('/admin/members').concat(sentTo('/admin/orders'))).toEqual([])
  })

  it('leaves out what is refused since, without an error', async () => {
    serveMemberSide()
    const refuse = () => failure(403, 402, '没有权限', { error: 'forbidden' })
    server.use(http.get(`${ADMIN}/members`, refuse), http.get(`${ADMIN}/orders`, refuse))
    openInbox({ at: AT_FIRST, permissions: ['messages:reply', 'orders:view', 'users:manage'] })
    const side = await panel()
    await waitFor(() => expect(side.queryByRole('region', { name: '订单' })).toBeNull())
    await waitFor(() => expect(side.queryByRole('region', { name: '账号' })).toBeNull())
    expect(screen.queryByText('没有权限')).toBeNull()
  })

  it('is behind a button where there is no room', async () => {
    serveMemberSide()
    const { user } = openInbox({ at: AT_FIRST, width: 820, permissions: ['messages:reply', 'users:manage'] })
    await user.click((await conversation(1)).getByRole('button', { name: '会员资料' }))
    const dialog = within(await screen.findByRole('dialog', { name: '会员资料' }))
    expect(await dialog.findByText('至 2027-01-02')).toBeVisible()
  })
})
