import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { leftAt, savePosition } from '@/entities/work/film-positions.ts'
import { accessToken, clearTokens } from '@/shared/api/session.ts'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { makeCollection, makeUserInfo, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const queries = (path: string) => sent(path).map(({ url }) => Object.fromEntries(new URL(url).searchParams))
const ids = (count: number) => Array.from({ length: count }, (_, index) => makeWork(index + 1).id)
const placedIn = (cateId: string, count: number) => new Map(ids(count).map((id): [string, string[]] => [id, [cateId]]))
const panel = () => within(screen.getByRole('tabpanel'))
const shows = (count: number) => waitFor(() => expect(panel().getAllByRole('article')).toHaveLength(count))

const DEFAULT = makeCollection(1, { cateName: '默认收藏夹', isDefault: 1, count: 30 })
const LATER = makeCollection(2, { cateName: '想再看一遍', description: '雨天看', count: 1 })

beforeEach(() => loginDialogOpen.set(false))

describe('a visitor at /user', () => {
  it('is 游客 of level 0, shown the way in, and asked nothing of the server', async () => {
    renderApp('/user')
    expect(await screen.findByText('游客')).toBeVisible()
    expect(screen.getByText('等级 0')).toBeVisible()
    for (const way of screen.getAllByRole('link', { name: '登录' })) expect(way).toHaveAttribute('href', '/login')
    expect(screen.getByRole('link', { name: '注册' })).toHaveAttribute('href', '/register')
    expect(screen.getByText('暂时没有收藏内容~')).toBeVisible()
    expect(panel().getByRole('link', { name: '去登录' })).toHaveAttribute('href', '/login')
    expect(requests).toEqual([])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('has a menu without what is for members', async () => {
    const { user } = renderApp('/user')
    await user.click(await screen.findByRole('button', { name: '更多' }))
    const menu = within(screen.getByRole('dialog', { name: '更多' }))
    expect(menu.getByRole('link', { name: '开通VIP' })).toBeVisible()
    expect(menu.queryByRole('button', { name: '退出登录' })).toBeNull()
    expect(menu.queryByRole('link', { name: '账户安全' })).toBeNull()
  })
})

describe('the head of the member centre', () => {
  it('shows picture, name and group, and leads to VIP, orders and support', async () => {
    serveMember()
    renderApp('/user')
    expect(await screen.findByText('lin_xia')).toBeVisible()
    expect(screen.getByText('普通会员')).toBeVisible()
    expect(screen.getByText('等级 1')).toBeVisible()
    expect(document.querySelector('.member-header-avatar img')).toHaveAttribute(
      'src',
      '/media/avatars/910000000000000001.svg',
    )
    for (const [name, href] of [
      ['VIP', '/pay'],
      ['订单', '/orders'],
      ['客服', '/message'],
    ]) {
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href)
    }
  })

  it('says until when VIP holds', async () => {
    serveMember()
    const level = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2027-09-21 21:33:20' }
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level }))))
    renderApp('/user')
    expect(await screen.findByText('VIP会员')).toBeVisible()
    expect(screen.getByText('2027-09-21 到期')).toBeVisible()
  })

  it.each([
    [8, false],
    [7, true],
    [1, true],
  ])('counts %i days of VIP that are left, and reminds of them: %s', async (days, reminds) => {
    serveMember()
    const end = new Date(Date.now() + (days * 24 + 8) * 3_600_000 - 60_000)
    const expireTime = end.toISOString().slice(0, 19).replace('T', ' ')
    const level = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime }
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ level }))))
    renderApp('/user')
    expect(await screen.findByText(`还剩 ${days} 天`)).toBeVisible()
    expect(screen.queryAllByRole('link', { name: '去续费' }).map((link) => link.getAttribute('href'))).toEqual(
      reminds ? ['/pay'] : [],
    )
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    serveMember()
    let broken = true
    server.use(
      http.get(`${API}/user/getInfo`, () => (broken ? failure(400, 402, '不行') : HttpResponse.json(makeUserInfo()))),
    )
    const { user } = renderApp('/user')
    await screen.findByText('加载失败')
    broken = false
    await user.click(screen.getByRole('button', { name: '点击重试' }))
    expect(await screen.findByText('lin_xia')).toBeVisible()
  })
})

describe('the tab 收藏', () => {
  it('shows all collected works page by page, 24 a page, behind a divider', async () => {
    serveMember({ collections: [DEFAULT, LATER], places: placedIn(DEFAULT.cateId, 30) })
    const { user } = renderApp('/user')
    await shows(24)
    expect(queries('/cate/list')).toEqual([{ pageNum: '1', pageSize: '50' }])
    expect(queries('/collect/detail/list')).toEqual([{ pageNum: '1', pageSize: '24' }])
    await user.click(panel().getByRole('button', { name: '点击加载更多' }))
    await shows(30)
    expect(panel().getByText('没有更多了')).toBeVisible()
  })

  it.each([
    [9, false],
    [10, true],
  ])('of %i works ends in a divider: %s', async (count, divider) => {
    serveMember({ collections: [DEFAULT], places: placedIn(DEFAULT.cateId, count) })
    renderApp('/user')
    await shows(count)
    expect(panel().queryAllByText('没有更多了')).toHaveLength(divider ? 1 : 0)
  })

  it('shows one collection, which is part of the address', async () => {
    const work = makeWork(7)
    const places = placedIn(DEFAULT.cateId, 3).set(work.id, [LATER.cateId])
    serveMember({ collections: [DEFAULT, LATER], places })
    const { router, user } = renderApp('/user')
    await shows(4)
    const choice = await panel().findByRole('button', { name: /想再看一遍/ })
    await user.click(choice)
    await shows(1)
    expect(choice).toHaveAttribute('aria-pressed', 'true')
    expect(router.state.location.search).toBe(`?cate=${LATER.cateId}`)
    expect(queries('/collect/detail/list').at(-1)).toMatchObject({ cateId: LATER.cateId })
    expect(panel().getByText(/雨天看/)).toBeVisible()
  })

  it('an address of a collection that is gone shows all', async () => {
    serveMember({ collections: [DEFAULT], places: placedIn(DEFAULT.cateId, 2) })
    renderApp('/user?cate=7777777777777777777')
    await shows(2)
    expect(panel().getByRole('button', { name: '全部' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('says at its field that a name is taken, and who sees a collection', async () => {
    serveMember()
    server.use(
      http.post(`${API}/user/collect/cate/`, () =>
        failure(409, 402, '已有同名的收藏夹', { error: 'collection_name_taken' }),
      ),
    )
    const { user } = renderApp('/user')
    await user.click(await panel().findByRole('button', { name: '新建' }))
    const making = within(screen.getByRole('dialog', { name: '新建收藏夹' }))
    expect(await making.findByText('目前收藏夹都只有您自己能看到，这里只记下您的选择。')).toBeVisible()
    await user.type(making.getByLabelText('名称'), '雨天')
    await user.click(making.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(making.getByLabelText('名称')).toHaveAccessibleDescription('已有同名的收藏夹'))
    expect(screen.getAllByText('已有同名的收藏夹')).toHaveLength(1)
  })

  it('with nothing in it says so', async () => {
    serveMember()
    renderApp('/user')
    expect(await screen.findByText('暂时没有收藏内容~')).toBeVisible()
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    serveMember({ places: placedIn(DEFAULT.cateId, 2) })
    server.use(http.get(`${API}/user/collect/detail/list`, () => failure(400, 402, '不行'), { once: true }))
    const { user } = renderApp('/user')
    await user.click(await panel().findByRole('button', { name: '点击重试' }))
    await shows(2)
  })

  it('a further page that fails keeps what is here, and comes on retry', async () => {
    serveMember({ places: placedIn(DEFAULT.cateId, 30) })
    const { user } = renderApp('/user')
    await shows(24)
    server.use(http.get(`${API}/user/collect/detail/list`, () => failure(400, 402, '不行'), { once: true }))
    await user.click(panel().getByRole('button', { name: '点击加载更多' }))
    expect(await panel().findByText('加载失败：不行')).toBeVisible()
    await shows(24)
    await user.click(panel().getByRole('button', { name: '点击重试' }))
    await shows(30)
  })

  it('makes a collection, changes it and deletes it', async () => {
    const library = serveMember({ places: placedIn(DEFAULT.cateId, 2) })
    const { user, router } = renderApp('/user')
    await shows(2)
    await user.click(panel().getByRole('button', { name: '新建' }))
    const making = within(screen.getByRole('dialog', { name: '新建收藏夹' }))
    await user.click(making.getByRole('button', { name: '保存' }))
    expect(making.getByLabelText('名称')).toHaveAccessibleDescription('收藏夾名字未填写')
    await user.type(making.getByLabelText('名称'), ' 雨天 ')
    await user.type(making.getByLabelText('描述（选填）'), '慢慢看')
    await user.click(making.getByRole('radio', { name: '公开' }))
    await user.click(making.getByRole('button', { name: '保存' }))
    const choice = await panel().findByRole('button', { name: /^雨天/ })
    expect(library.collections[1]).toMatchObject({ cateName: '雨天', description: '慢慢看', isPrivate: 0 })
    await waitFor(() => expect(choice).toHaveAttribute('aria-pressed', 'true'))

    await user.click(panel().getByRole('button', { name: '编辑收藏夹' }))
    const editing = within(screen.getByRole('dialog', { name: '编辑收藏夹' }))
    expect(editing.getByLabelText('描述（选填）')).toHaveValue('慢慢看')
    await user.clear(editing.getByLabelText('名称'))
    await user.type(editing.getByLabelText('名称'), '晴天')
    await user.click(editing.getByRole('button', { name: '保存' }))
    expect(await panel().findByRole('button', { name: /^晴天/ })).toBeVisible()

    await user.click(panel().getByRole('button', { name: '删除收藏夹' }))
    await user.click(within(screen.getByRole('dialog', { name: '删除收藏夹?' })).getByRole('button', { name: '删除' }))
    await waitFor(() => expect(panel().queryByRole('button', { name: /^晴天/ })).toBeNull())
    expect(library.collections).toHaveLength(1)
    await shows(2)
    // The dialog is gone before the address changes: nobody is told to wait for it.
    expect(screen.getByText('收藏夹已删除')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  it('a name or description beyond its limit is not sent', async () => {
    const library = serveMember()
    const { user } = renderApp('/user')
    await user.click(await panel().findByRole('button', { name: '新建' }))
    const form = within(screen.getByRole('dialog'))
    await user.click(form.getByLabelText('名称'))
    await user.paste('字'.repeat(31))
    await user.click(form.getByLabelText('描述（选填）'))
    await user.paste('字'.repeat(201))
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(form.getByLabelText('名称')).toHaveAccessibleDescription('收藏夾名字最多30个字')
    expect(form.getByLabelText('描述（选填）')).toHaveAccessibleDescription('描述最多200个字')
    expect(library.collections).toHaveLength(1)
  })

  it('the default collection can be changed, not deleted', async () => {
    serveMember()
    const { user } = renderApp('/user')
    await user.click(await panel().findByRole('button', { name: /默认收藏夹/ }))
    expect(await panel().findByRole('button', { name: '编辑收藏夹' })).toBeVisible()
    expect(panel().queryByRole('button', { name: '删除收藏夹' })).toBeNull()
  })
})

describe('the tab 喜欢', () => {
  it('asks when it is opened for the first time, ten a page', async () => {
    serveMember({ liked: ids(12) })
    const { user } = renderApp('/user')
    await screen.findByText('lin_xia')
    expect(sent('/like/detail/list')).toEqual([])
    await user.click(screen.getByRole('tab', { name: '喜欢' }))
    await shows(10)
    await user.click(panel().getByRole('button', { name: '点击加载更多' }))
    await shows(12)
    expect(queries('/like/detail/list')).toEqual([
      { pageNum: '1', pageSize: '10' },
      { pageNum: '2', pageSize: '10' },
    ])
    await user.click(screen.getByRole('tab', { name: '浏览记录' }))
    await user.click(screen.getByRole('tab', { name: '喜欢' }))
    await shows(12)
    expect(sent('/like/detail/list')).toHaveLength(2)
  })

  it('with nothing in it says so', async () => {
    serveMember()
    renderApp('/user?tab=like')
    expect(await screen.findByText('暂时没有喜欢的作品~')).toBeVisible()
  })
})

function keepHistory() {
  localStorage.setItem('historyListData', JSON.stringify([makeWork(2), makeWork(1)]))
  window.dispatchEvent(new StorageEvent('storage', { key: 'historyListData' }))
}

describe('the tab 浏览记录', () => {
  it('shows what this device keeps, and forgets it when told to twice', async () => {
    keepHistory()
    savePosition(makeWork(2), 600, 7200)
    const { user } = renderApp('/user?tab=history')
    await shows(2)
    expect(panel().getAllByRole('article')[0]).toHaveTextContent('ABCD-2')
    await user.click(panel().getByRole('button', { name: '清空' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取消' }))
    await shows(2)
    await user.click(panel().getByRole('button', { name: '清空' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '清空' }))
    expect(await screen.findByText('还没有浏览记录')).toBeVisible()
    expect(localStorage.getItem('historyListData')).toBeNull()
    expect(localStorage.getItem('yingku.positions')).toBeNull()
  })

  it('forgets one work of it, and where its film was left', async () => {
    keepHistory()
    for (const index of [1, 2]) savePosition(makeWork(index), 900, 7200)
    const { user } = renderApp('/user?tab=history')
    await shows(2)
    await user.click(panel().getByRole('button', { name: '从浏览记录删除 ABCD-2' }))
    await shows(1)
    expect(JSON.parse(localStorage.getItem('historyListData') ?? '[]')).toHaveLength(1)
    expect([1, 2].map((index) => leftAt(makeWork(index).id))).toEqual([900, 0])
  })
})

it.each([
  [0, 0, '我的'],
  [2, 0, '我的有新消息'],
  [0, 1, '我的有新消息'],
])(
  'with %i unread replies and %i unread decisions the way to one’s own pages is called %s',
  async (unread, decided, name) => {
    serveMember()
    server.use(http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ unread, decided }))))
    renderApp('/index')
    const ways = await screen.findByRole('navigation', { name: '主导航' })
    expect(await within(ways).findByRole('link', { name })).toHaveAttribute('href', '/user')
  },
)

describe('the menu', () => {
  async function open() {
    serveMember()
    const app = renderApp('/user')
    await app.user.click(await screen.findByRole('button', { name: '更多' }))
    return { ...app, menu: within(screen.getByRole('dialog', { name: '更多' })) }
  }

  it('has orders, VIP, the account, the language and the newest version', async () => {
    const { menu } = await open()
    expect(menu.getByRole('link', { name: '我的订单' })).toHaveAttribute('href', '/orders')
    expect(menu.getByRole('link', { name: '开通VIP' })).toHaveAttribute('href', '/pay')
    expect(menu.getByRole('link', { name: '激活码兑换' })).toHaveAttribute('href', '/sub')
    expect(menu.getByRole('link', { name: '账户安全' })).toHaveAttribute('href', '/user/account')
    expect(menu.getByText('语言').parentElement).toHaveTextContent('语言中文')
    expect(menu.getByRole('button', { name: '刷新版本' })).toBeVisible()
  })

  it('logs out only when that is confirmed, and leads home', async () => {
    const { menu, user, router } = await open()
    await user.click(menu.getByRole('button', { name: '退出登录' }))
    const dialog = within(screen.getByRole('dialog', { name: '退出登录账号?' }))
    expect(dialog.getByText('是否要退出当前登录的账号？')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '取消' }))
    expect(accessToken()).toBe('access')
    await user.click(screen.getByRole('button', { name: '更多' }))
    await user.click(screen.getByRole('button', { name: '退出登录' }))
    await user.click(screen.getByRole('button', { name: '退出账号' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
    expect(accessToken()).toBeNull()
    expect(sent('/user/logout')[0]?.headers.get('Authorization')).toBe('Bearer access')
  })

  it.each([true, false])(
    'logs out, and clears what was seen on this device when that is chosen: %s',
    async (clears) => {
      keepHistory()
      const own = { 'yingku.searches': ['雪山'], 'yingku.filters': [{ name: '全部在线', query: 'online=1&dht=0' }] }
      for (const [key, value] of Object.entries(own)) localStorage.setItem(key, JSON.stringify(value))
      localStorage.setItem('yingku.hiddenTerms', JSON.stringify([{ id: '9', name: '林晓月', kind: 'performer' }]))
      const { menu, user, router } = await open()
      await user.click(menu.getByRole('button', { name: '退出登录' }))
      if (clears) await user.click(screen.getByRole('checkbox', { name: /同时清空本机的浏览记录/ }))
      await user.click(screen.getByRole('button', { name: '退出账号' }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
      const keys = ['historyListData', 'yingku.hiddenTerms', ...Object.keys(own)]
      for (const key of keys) expect(localStorage.getItem(key) === null, key).toBe(clears)
    },
  )

  it('logs out here even when the server cannot be reached', async () => {
    const { menu, user, router } = await open()
    server.use(http.post(`${API}/user/logout`, () => HttpResponse.error()))
    await user.click(menu.getByRole('button', { name: '退出登录' }))
    await user.click(screen.getByRole('button', { name: '退出账号' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
    expect(accessToken()).toBeNull()
  })
})

it('shows nothing of a member once she is logged out', async () => {
  serveMember({ places: placedIn(DEFAULT.cateId, 2) })
  renderApp('/user')
  await shows(2)
  act(clearTokens)
  expect(await screen.findByText('游客')).toBeVisible()
  expect(panel().queryAllByRole('article')).toEqual([])
})
