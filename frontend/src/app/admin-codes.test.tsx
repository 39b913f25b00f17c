import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { REASONS_KEY } from '@/shared/config/constants.ts'
import { servePermissions } from '@/testing/admin.ts'
import { serveTill } from '@/testing/admin-money.ts'
import { makeOrderHistory } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const CODE = '7K2MQ-9TXWB-4HNPD-RC6VE-3SAJ8'
const FOUND = {
  id: '910000000000000071',
  last4: 'SAJ8',
  state: 'unused',
  batch: '秋季-1',
  orderId: '',
  sandbox: false,
  planName: 'VIP月卡',
  days: 30,
  createTime: '2026-11-20 08:00:00',
  validUntil: '',
  userId: '',
  usedBy: '',
  useTime: '',
  revokeTime: '',
} as const
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))

function open(permissions = ['codes:make', 'orders:view', 'users:manage']) {
  serveMember()
  servePermissions(permissions)
  return renderApp('/admin/codes')
}

async function paste(user: ReturnType<typeof open>['user'], code: string) {
  await user.click(await screen.findByRole('searchbox', { name: '粘贴完整激活码' }))
  // That is enough: it is looked up at once.
  await user.paste(code)
}

it('a pasted code tells what it is, and is revoked alone with a reason', async () => {
  serveTill({ found: { [CODE]: FOUND } })
  const { user, router } = open()
  await paste(user, ` ${CODE} `)
  const drawer = within(await screen.findByRole('dialog', { name: '激活码 …SAJ8' }))
  expect(drawer.getByText('VIP月卡 · 30 天')).toBeVisible()
  expect(drawer.getByRole('link', { name: '秋季-1' })).toHaveAttribute(
    'href',
    `/admin/codes?batch=${encodeURIComponent('秋季-1')}`,
  )
  expect(await sent('/code/find')[0]?.json()).toEqual({ code: CODE })
  await user.click(drawer.getByRole('button', { name: '作废' }))
  const dialog = within(await screen.findByRole('dialog', { name: '作废这个激活码?' }))
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '发错了人')
  await user.click(dialog.getByRole('button', { name: '作废' }))
  await expectToast('激活码 …SAJ8 已作废')
  expect(await sent('/code/revoke')[0]?.json()).toEqual({ id: FOUND.id, reason: '发错了人' })
  expect(await drawer.findByText('已作废')).toBeVisible()
  expect(drawer.queryByRole('button', { name: '作废' })).toBeNull()
  // The code is a secret: neither the address nor the field keeps it.
  expect(router.state.location.search).toBe('')
  expect(screen.queryByDisplayValue(CODE)).toBeNull()
})

it('a code pasted anywhere on the page is looked up, and a reason that was given before revokes it in one press', async () => {
  const other = { ...FOUND, id: '910000000000000072', last4: 'W2KX' }
  serveTill({ found: { [CODE]: FOUND, 'OTHER-CODE': other } })
  const { user } = open()
  await screen.findByText('还没有生成过激活码')
  await user.paste(CODE)
  let drawer = within(await screen.findByRole('dialog', { name: '激活码 …SAJ8' }))
  await user.click(drawer.getByRole('button', { name: '作废' }))
  let dialog = within(await screen.findByRole('dialog', { name: '作废这个激活码?' }))
  expect(dialog.queryByRole('group', { name: /用过的原因/ })).toBeNull()
  await user.keyboard('发错了人{Control>}{Enter}{/Control}')
  await expectToast('激活码 …SAJ8 已作废')
  await user.click(drawer.getByRole('button', { name: '关闭' }))

  await user.paste('OTHER-CODE')
  drawer = within(await screen.findByRole('dialog', { name: '激活码 …W2KX' }))
  await user.click(drawer.getByRole('button', { name: '作废' }))
  dialog = within(await screen.findByRole('dialog', { name: '作废这个激活码?' }))
  const used = dialog.getByRole('group', { name: '用过的原因，点一下就作废' })
  expect(used).toBeVisible()
  await user.click(dialog.getByRole('button', { name: '作废：发错了人' }))
  await expectToast('激活码 …W2KX 已作废')
  expect(await sent('/code/revoke')[1]?.json()).toEqual({ id: other.id, reason: '发错了人' })
  await user.click(drawer.getByRole('button', { name: '关闭' }))

  // The next one at this device does not see them.
  expect(localStorage.getItem(REASONS_KEY)).not.toBeNull()
  await user.click(screen.getByRole('button', { name: '退出' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '退出账号' }))
  await waitFor(() => expect(localStorage.getItem(REASONS_KEY)).toBeNull())
})

it('a used code leads to its member, and a bought one to its order', async () => {
  const used = { ...FOUND, state: 'used', userId: '12', usedBy: 'lin_xia', useTime: '2026-11-21 08:00:00' } as const
  const bought = { ...FOUND, id: '2', last4: 'RC6V', batch: '', orderId: '202609210123456789012345' } as const
  serveTill({ found: { 'USED-CODE': used, 'BOUGHT-CODE': bought } })
  const { user } = open()
  await paste(user, 'USED-CODE')
  const drawer = within(await screen.findByRole('dialog', { name: '激活码 …SAJ8' }))
  expect(drawer.getByRole('link', { name: 'lin_xia' })).toHaveAttribute('href', '/admin/members?open=12')
  expect(drawer.getByText('2026-11-21 08:00:00')).toBeVisible()
  expect(drawer.queryByRole('button', { name: '作废' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await paste(user, 'BOUGHT-CODE')
  const other = within(await screen.findByRole('dialog', { name: '激活码 …RC6V' }))
  expect(other.getByRole('link', { name: bought.orderId })).toHaveAttribute(
    'href',
    `/admin/orders?open=${bought.orderId}`,
  )
  expect(other.getByText(/请在订单里退款/)).toBeVisible()
  expect(other.queryByRole('button', { name: '作废' })).toBeNull()
})

it('an unknown code is said to be none, and nobody is led where they may not go', async () => {
  const used = { ...FOUND, state: 'used', userId: '12', usedBy: 'lin_xia', useTime: '2026-11-21 08:00:00' } as const
  serveTill({ found: { 'USED-CODE': used } })
  const { user } = open(['codes:make'])
  await paste(user, 'NO-SUCH-CODE')
  await expectToast('没有这个激活码')
  await user.clear(screen.getByRole('searchbox', { name: '粘贴完整激活码' }))
  await paste(user, 'USED-CODE')
  const drawer = within(await screen.findByRole('dialog', { name: '激活码 …SAJ8' }))
  expect(drawer.getByText('lin_xia')).toBeVisible()
  expect(drawer.queryByRole('link', { name: 'lin_xia' })).toBeNull()
})

it('a code in the search of the orders opens its order, and stands in no address', async () => {
  serveMember()
  servePermissions(['orders:view'])
  const order = makeOrderHistory(1)
  serveTill({ orders: [order], found: { [CODE]: { ...FOUND, orderId: order.orderId } } })
  const { user, router } = renderApp('/admin/orders')
  await user.type(await screen.findByRole('searchbox'), `${CODE}{Enter}`)
  expect(await screen.findByRole('dialog', { name: '订单详情' })).toBeVisible()
  expect(router.state.location.search).toBe(`?open=${order.orderId}`)
  expect(screen.queryByDisplayValue(CODE)).toBeNull()
  expect(requests.some(({ url }) => url.includes('SAJ8'))).toBe(false)
})
