import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { MemberDetail } from '@/shared/api/types.ts'
import { ADMIN } from '@/testing/admin.ts'
import { makeUserInfo } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { makeAdminMember, makeMemberDetail, makeSetting, serveMembers } from '@/testing/people.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const READER = makeAdminMember(5)

function operator(role: string, permissions = ['users:manage', 'settings:view']) {
  serveMember()
  server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ roles: [role], permissions }))))
}

async function open(detail: MemberDetail, role = 'admin') {
  operator(role)
  serveMembers([detail])
  const { user } = renderApp(`/admin/members?open=${detail.id}`)
  return { user, drawer: await dialog(`会员 ${detail.userName}`) }
}

describe('the members table', () => {
  it('is filtered by the address, and asks for nothing the address makes up', async () => {
    operator('admin')
    serveMembers([
      makeMemberDetail(READER),
      makeMemberDetail(makeAdminMember(2, { vipUntil: '2026-02-01 08:00:00', disabled: 1 })),
    ])
    const { user } = renderApp('/admin/members?role=king&vip=7')
    const [, first, second] = await screen.findAllByRole('row')
    expect(
      within(first as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['reader_5', '会员', '—', '正常', '2026-01-02 08:00:00', '查看'])
    expect(second).toHaveTextContent('至 2026-02-01 08:00:00')
    expect(second).toHaveTextContent('已停用')
    expect(queries('/admin/members')[0]).toEqual({ pageNum: '1', pageSize: '20' })
    await user.click(screen.getByRole('link', { name: '管理员' }))
    await user.click(screen.getByRole('link', { name: '已停用' }))
    await user.type(screen.getByRole('searchbox', { name: '用户名开头或完整邮箱' }), 'lin{Enter}')
    await waitFor(() =>
      expect(queries('/admin/members').at(-1)).toEqual({
        keyword: 'lin',
        role: 'admin',
        disabled: '1',
        pageNum: '1',
        pageSize: '20',
      }),
    )
  })

  it('that is empty says so, and one that cannot be loaded loads on retry', async () => {
    operator('admin')
    serveMembers([])
    server.use(http.get(`${ADMIN}/members`, () => failure(403, 402, '没有权限'), { once: true }))
    const { user } = renderApp('/admin/members')
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await screen.findByText('没有符合的会员')).toBeVisible()
  })
})

describe('a member', () => {
  it('is shown with devices, VIP, orders, questions and what operators did', async () => {
    const createTime = '2026-01-03 08:00:00'
    const { drawer } = await open(
      makeMemberDetail(READER, {
        sessions: [
          {
            id: '1',
            current: false,
            agent: 'Firefox',
            network: '203.0.113.0/24',
            createTime,
            updateTime: createTime,
            expireTime: createTime,
          },
        ],
        grants: [
          { id: '2', source: 'order', days: 30, startTime: createTime, endTime: '2026-02-02 08:00:00', createTime },
          { id: '3', source: 'operator', days: -5, startTime: createTime, endTime: createTime, createTime },
        ],
        orders: [
          {
            orderId: '202601030000000000000001',
            payName: 'VIP月卡',
            price: '30.00',
            payChannel: 'alipay',
            status: 1,
            createTime,
          },
        ],
        messages: [{ id: '4', message: '有没有高清版本？', status: 0, updateTime: createTime }],
        audit: [
          {
            id: '5',
            actor: 'lin_xia',
            action: 'users.disable',
            targetKind: 'user',
            targetId: READER.id,
            before: { disabled: false },
            after: { disabled: true },
            reason: '多次违规',
            createTime,
          },
        ],
      }),
    )
    const part = (name: string) => drawer.getByRole('region', { name })
    expect(drawer.getByText('reader@example.org')).toBeVisible()
    expect(part('登录的设备')).toHaveTextContent('203.0.113.0/24')
    expect(part('VIP记录')).toHaveTextContent('订单 · 增加 30 天')
    expect(part('VIP记录')).toHaveTextContent('管理员 · 扣除 5 天')
    expect(part('订单')).toHaveTextContent('支付宝 · 已支付')
    expect(within(part('订单')).queryByRole('link')).toBeNull()
    expect(part('未关闭的留言')).toHaveTextContent('待答复')
    expect(part('操作记录')).toHaveTextContent('停用用户 · lin_xia')
    expect(part('操作记录')).toHaveTextContent('多次违规')
  })

  it('leads to the orders, for who may see them', async () => {
    const order = { orderId: '202601030000000000000001', payName: 'VIP月卡', price: '30.00', status: 1 } as const
    operator('admin', ['users:manage', 'orders:view'])
    serveMembers([
      makeMemberDetail(READER, { orders: [{ ...order, payChannel: 'alipay', createTime: '2026-01-03 08:00:00' }] }),
    ])
    renderApp(`/admin/members?open=${READER.id}`)
    const link = await screen.findByRole('link', { name: order.orderId })
    expect(link).toHaveAttribute('href', `/admin/orders?open=${order.orderId}`)
  })

  it('is disabled with a reason, and enabled again', async () => {
    const { user, drawer } = await open(makeMemberDetail(READER))
    await user.click(await drawer.findByRole('button', { name: '停用' }))
    const asking = await dialog('停用会员?')
    await user.click(asking.getByRole('button', { name: '停用' }))
    expect(await asking.findByText('请填写原因')).toBeVisible()
    await user.type(asking.getByRole('textbox', { name: '原因' }), '多次违规')
    await user.click(asking.getByRole('button', { name: '停用' }))
    await expectToast('会员已停用')
    expect(await sent('/members/disable')[0]?.json()).toEqual({ id: READER.id, version: 1, reason: '多次违规' })
    expect(await drawer.findByRole('button', { name: '启用' })).toBeVisible()
  })

  it('gets days once for a form, however often it is sent', async () => {
    const { user, drawer } = await open(makeMemberDetail(READER))
    server.use(http.post(`${ADMIN}/members/days`, () => failure(503, 500, '系统繁忙，请稍后再试'), { once: true }))
    await user.click(await drawer.findByRole('button', { name: '调整VIP天数' }))
    const asking = await dialog('调整VIP天数')
    await user.type(asking.getByRole('textbox', { name: '天数' }), '0')
    await user.type(asking.getByRole('textbox', { name: '原因' }), '补偿')
    await user.click(asking.getByRole('button', { name: '确定' }))
    expect(await asking.findByText(/不能为 0/)).toBeVisible()
    await user.clear(asking.getByRole('textbox', { name: '天数' }))
    await user.type(asking.getByRole('textbox', { name: '天数' }), '-7')
    await user.click(asking.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('系统繁忙，请稍后再试')).toBeVisible()
    await waitFor(() => expect(asking.getByRole('button', { name: '确定' })).not.toHaveAttribute('aria-disabled'))
    await user.click(asking.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(sent('/members/days')).toHaveLength(2))
    await expectToast('VIP天数已调整')
    const forms = await Promise.all(sent('/members/days').map((request) => request.json()))
    expect(forms).toHaveLength(2)
    expect(forms[0]).toEqual(forms[1])
    expect(forms[0]).toEqual({
      id: READER.id,
      version: 1,
      days: -7,
      reason: '补偿',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  it('gets a fresh password, which is shown once', async () => {
    const { user, drawer } = await open(makeMemberDetail(READER))
    await user.click(await drawer.findByRole('button', { name: '重置密码' }))
    const asking = await dialog('重置密码?')
    await user.type(asking.getByRole('textbox', { name: '原因' }), '本人申请')
    await user.click(asking.getByRole('button', { name: '重置' }))
    const told = await dialog('新密码')
    expect(told.getByText('k7rxw2qmnb4tz8ycd3ph')).toBeVisible()
    await user.click(told.getByRole('button', { name: '已记下，关闭' }))
    expect(screen.queryByText('k7rxw2qmnb4tz8ycd3ph')).toBeNull()
  })

  it('becomes an operator with permissions beside the role', async () => {
    const { user, drawer } = await open(makeMemberDetail(READER))
    await user.click(await drawer.findByRole('button', { name: '更改角色' }))
    const asking = await dialog('更改 reader_5 的角色')
    await user.click(asking.getByRole('checkbox', { name: '管理作品' }))
    await user.click(asking.getByRole('checkbox', { name: '查看操作日志' }))
    await user.selectOptions(asking.getByRole('combobox', { name: '角色' }), '编辑')
    expect(asking.getByRole('checkbox', { name: '管理作品' })).toBeDisabled()
    await user.type(asking.getByRole('textbox', { name: '原因' }), '新同事')
    await user.click(asking.getByRole('button', { name: '确定' }))
    await expectToast('角色已更改')
    expect(await sent('/members/role')[0]?.json()).toEqual({
      id: READER.id,
      version: 1,
      role: 'editor',
      permissions: ['audit:view'],
      reason: '新同事',
    })
  })

  it.each([
    ['an operator, to somebody who is no admin', 'support', { role: 'editor' as const }, []],
    ['a member, to somebody who is no admin', 'support', {}, ['调整VIP天数', '重置密码', '停用']],
    ['oneself', 'admin', { id: '910000000000000001', role: 'admin' as const }, ['调整VIP天数']],
  ])('offers what may be done with %s', async (_, role, change, offered) => {
    const { drawer } = await open(makeMemberDetail(makeAdminMember(5, change)), role)
    await waitFor(() => {
      const buttons = drawer.queryAllByRole('button').filter(({ textContent }) => textContent)
      expect(buttons.map(({ textContent }) => textContent)).toEqual(offered)
    })
  })

  it('that is not there says so', async () => {
    operator('admin')
    serveMembers([])
    renderApp('/admin/members?open=910000000000000009')
    expect(await (await dialog('会员')).findByText('访问资源不存在')).toBeVisible()
  })
})

describe('the settings', () => {
  const SETTINGS = [
    makeSetting('LOG_FORMAT', { value: 'json', default: 'human', source: 'env', isSet: 1, helpZh: '日志格式' }),
    makeSetting('SERVER_SECRET', { secret: 1, isSet: 1, source: 'file' }),
    makeSetting('CODE_SECRET', { secret: 1, helpZh: '激活码的密钥' }),
  ]
  const serve = () =>
    server.use(
      http.get(`${ADMIN}/settings`, () =>
        HttpResponse.json({ code: 200, msg: '操作成功', rows: SETTINGS, total: SETTINGS.length }),
      ),
    )
  const cells = (row: HTMLElement | undefined) =>
    within(row as HTMLElement)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent)

  it('are shown with value, default and source, and of secrets only whether they are set', async () => {
    operator('admin')
    serve()
    const { user } = renderApp('/admin/settings')
    const [, format, server, code] = await screen.findAllByRole('row')
    expect(cells(format)).toEqual(['LOG_FORMAT日志格式', 'json', 'human', '环境变量'])
    expect(cells(server)).toEqual(['SERVER_SECRET用途', '已设置', '—', '.env 文件'])
    expect(cells(code)).toEqual(['CODE_SECRET激活码的密钥', '未设置', '—', '默认值'])
    await user.type(screen.getByRole('searchbox', { name: '名称或说明' }), 'server_{Enter}')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    await user.type(screen.getByRole('searchbox', { name: '名称或说明' }), 'nothing{Enter}')
    expect(await screen.findByText('没有符合的设置')).toBeVisible()
  })

  it('are only those that differ from their defaults, if wanted', async () => {
    operator('admin')
    serve()
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('link', { name: '已更改' }))
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('row')
          .map((row) => cells(row)[0])
          .slice(1),
      ).toEqual(['LOG_FORMAT日志格式', 'SERVER_SECRET用途']),
    )
    await user.type(screen.getByRole('searchbox', { name: '名称或说明' }), 'format{Enter}')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    await user.click(screen.getByRole('link', { name: '全部' }))
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it('that cannot be loaded say so and load on retry', async () => {
    operator('admin')
    serve()
    server.use(http.get(`${ADMIN}/settings`, () => failure(403, 402, '没有权限'), { once: true }))
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await screen.findByRole('table', { name: '设置' })).toBeVisible()
  })
})
