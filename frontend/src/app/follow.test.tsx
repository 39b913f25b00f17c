import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Schemas } from '@/shared/api/contract.ts'
import { makeTerm, makeTermDetail, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const lin = makeTermDetail(7, {
  nameCn: '林晓月',
  name: 'Lin Xiaoyue',
  aliases: ['晓月'],
  followers: 12,
  firstYear: 2019,
  lastYear: 2026,
})
const ADDRESS = `/performer/${lin.id}`

/** As if another window had stored it. */
function store(key: string, value: string) {
  localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

/** What the test API knows of the member. */
let followed: string[] = []
let hidden: Schemas['MemberTerm'][] = []

function kept({ id, name, nameCn, kind, modId }: Schemas['TermDetail']): Schemas['MemberTerm'] {
  return { id, name, nameCn, kind, modId, count: 3, createTime: '2026-01-02 08:00:00' }
}

beforeEach(() => {
  followed = []
  hidden = []
  const entry = makeTerm(7, { name: lin.name, nameCn: lin.nameCn })
  const ok = (more: object) => HttpResponse.json({ code: 200, msg: '', ...more })
  server.use(
    http.get(`${API}/works/performer/list`, () => ok({ rows: [entry], total: 1 })),
    http.get(`${API}/tag/detail/:id`, () => ok({ data: lin })),
    http.get(`${API}/user/follow/list`, () => ok({ rows: followed.map(() => kept(lin)), total: followed.length })),
    http.get(`${API}/user/follow/works`, () =>
      ok({ rows: followed.length > 0 ? [makeWork(9), makeWork(8)] : [], total: followed.length * 2 }),
    ),
    http.get(`${API}/user/follow/:id`, ({ params }) =>
      ok({ data: { follow: followed.includes(String(params.id)), count: 12 } }),
    ),
    http.post(`${API}/user/follow`, async ({ request }) => {
      const form = (await request.json()) as { status: number; dataId: string }
      const others = followed.filter((id) => id !== form.dataId)
      followed = form.status === 0 ? [...others, form.dataId] : others
      return ok({ data: { follow: form.status === 0, count: 13 } })
    }),
    http.get(`${API}/user/hidden`, () => ok({ data: hidden })),
    http.put(`${API}/user/hidden`, async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] }
      hidden = ids.map(() => kept(lin))
      return ok({ data: hidden })
    }),
  )
})

it('shows who a page is about, how much there is, and what goes with it', async () => {
  renderApp(ADDRESS)
  expect(await screen.findByRole('heading', { level: 1, name: '林晓月' })).toBeVisible()
  expect(await screen.findByText('Lin Xiaoyue、晓月')).toBeVisible()
  expect(screen.getByText('2019–2026 年 · 12 人关注')).toBeVisible()
  const channels = within(screen.getByRole('navigation', { name: '影片' }))
  expect(channels.getByRole('link', { name: '有码 7 部' })).toHaveAttribute('aria-current', 'page')
  expect(channels.getByRole('link', { name: '无码 2 部' })).toHaveAttribute(
    'href',
    '/performer/uncensored/8100000000000000007',
  )
  expect(within(screen.getByRole('navigation', { name: '合作' })).getAllByRole('link')).toHaveLength(1)
  expect(within(screen.getByRole('navigation', { name: '类别' })).getByRole('link')).toHaveAttribute(
    'href',
    '/tags/8300000000000000007',
  )
})

it('is followed at once, and a failure takes it back', async () => {
  serveMember()
  renderApp(ADDRESS)
  const button = await screen.findByRole('button', { name: '关注林晓月' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(button).toHaveTextContent('已关注')
  await waitFor(() => expect(followed).toEqual([lin.id]))
  await userEvent.click(await screen.findByRole('button', { name: '不用' }))
  server.use(http.post(`${API}/user/follow`, () => failure(500, 500, '系统未知错误')))
  await userEvent.click(button)
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'true'))
  expect(followed).toEqual([lin.id])
})

it('offers to follow the name in the other channels too, and says which these are', async () => {
  serveMember()
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '关注林晓月' }))
  const offer = within(await screen.findByRole('dialog', { name: '其他频道也关注?' }))
  expect(offer.getByText('无码也有“林晓月”的影片。')).toBeVisible()
  expect(followed).toEqual([lin.id])
  await userEvent.click(offer.getByRole('button', { name: '也关注' }))
  await expectToast('其他频道也已关注')
  expect(followed).toEqual(lin.channels.map(({ id }) => id))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps asking about the channel that could not be followed', async () => {
  serveMember()
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '关注林晓月' }))
  const offer = within(await screen.findByRole('dialog', { name: '其他频道也关注?' }))
  const full = () => failure(422, 402, '关注已达500个上限', { error: 'too_many_follows' })
  server.use(http.post(`${API}/user/follow`, full))
  await userEvent.click(offer.getByRole('button', { name: '也关注' }))
  await expectToast('关注已达500个上限')
  await waitFor(() => expect(offer.getByRole('button', { name: '也关注' })).toBeEnabled())
})

it('asks nothing about channels that are followed already, nor when one is let go of', async () => {
  serveMember()
  followed = [lin.channels[1]?.id ?? '']
  renderApp(ADDRESS)
  const button = await screen.findByRole('button', { name: '关注林晓月' })
  await userEvent.click(button)
  await waitFor(() => expect(followed).toHaveLength(2))
  await userEvent.click(button)
  await waitFor(() => expect(followed).toHaveLength(1))
  await waitFor(() => expect(button).toHaveAttribute('aria-pressed', 'false'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks visitors to log in before they follow', async () => {
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '关注林晓月' }))
  expect(await screen.findByRole('dialog', { name: '登录提示' })).toBeVisible()
  expect(requests.some(({ url }) => url.includes('/user/follow'))).toBe(false)
})

it('lists what a member follows with its works, and lets go of it', async () => {
  serveMember()
  followed = [lin.id]
  renderApp('/user?tab=follow')
  const names = within(await screen.findByRole('region', { name: '关注的名字' }))
  expect(names.getByRole('link', { name: '林晓月 演员' })).toHaveAttribute('href', ADDRESS)
  const works = within(screen.getByRole('region', { name: '最新影片' }))
  expect(await works.findAllByRole('article')).toHaveLength(2)
  await userEvent.click(names.getByRole('button', { name: '取消关注林晓月' }))
  expect(await screen.findByText('还没有关注任何人或片商~')).toBeVisible()
})

it('marks works as seen only when the whole list is shown', async () => {
  serveMember()
  followed = [lin.id]
  store('yingku.followedSeen', makeWork(8).id)
  const { user } = renderApp('/user?tab=follow&online=1')
  const works = within(await screen.findByRole('region', { name: '最新影片' }))
  expect(await works.findAllByRole('article')).toHaveLength(2)
  expect(works.getAllByText('新')).toHaveLength(1)
  const asked = requests.filter(({ url }) => url.includes('/follow/works?'))
  expect(asked.map(({ url }) => new URL(url).searchParams.get('isOnline'))).toEqual(['1'])
  expect(localStorage.getItem('yingku.followedSeen')).toBe(makeWork(8).id)
  await user.click(works.getByRole('button', { name: '移除 在线' }))
  await waitFor(() => expect(localStorage.getItem('yingku.followedSeen')).toBe(makeWork(9).id))
  expect(works.getAllByText('新')).toHaveLength(1)
})

it('puts the works at home, and counts those added since the last look', async () => {
  serveMember()
  followed = [lin.id]
  store('yingku.followedSeen', makeWork(8).id)
  renderApp('/index')
  const row = within(await screen.findByRole('region', { name: '我关注的新片' }))
  expect(row.getByText('1 部新加入')).toBeVisible()
  expect(row.getByRole('link', { name: '更多我关注的新片' })).toHaveAttribute('href', '/user?tab=follow')
})

it('hides the row at home from who follows nothing', async () => {
  serveMember()
  renderApp('/index')
  await screen.findByRole('region', { name: '有码最新' })
  await waitFor(() => expect(requests.some(({ url }) => url.includes('/user/follow/works'))).toBe(true))
  expect(screen.queryByRole('region', { name: '我关注的新片' })).toBeNull()
})

it('hides what a visitor does not want to see, on the device', async () => {
  renderApp(ADDRESS)
  const button = await screen.findByRole('button', { name: '不想看' })
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(localStorage.getItem('yingku.hiddenTerms')).toContain(lin.id)
  await expectToast('列表不再显示这些影片')
  await userEvent.click(button)
  expect(localStorage.getItem('yingku.hiddenTerms')).toBeNull()
})

it('offers to hide the name in the other channels too, and says which these are', async () => {
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '不想看' }))
  const offer = within(await screen.findByRole('dialog', { name: '其他频道也不想看?' }))
  expect(offer.getByText('无码也有“林晓月”的影片，现在仍会显示。')).toBeVisible()
  const hiddenIds = () =>
    (JSON.parse(localStorage.getItem('yingku.hiddenTerms') ?? '{}') as { terms: { id: string }[] }).terms.map(
      ({ id }) => id,
    )
  expect(hiddenIds()).toEqual([lin.id])
  await userEvent.click(offer.getByRole('button', { name: '也不想看' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(hiddenIds().toSorted()).toEqual(lin.channels.map(({ id }) => id).toSorted())
})

it('leaves the other channels as they are where only this one was meant, and takes nothing back', async () => {
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '不想看' }))
  const offer = within(await screen.findByRole('dialog', { name: '其他频道也不想看?' }))
  expect(offer.queryByRole('button', { name: '取消' })).toBeNull()
  await userEvent.click(offer.getByRole('button', { name: '不用' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: '不想看', pressed: true })).toBeVisible()
})

it('keeps asking for the channel that found no room in the list', async () => {
  const terms = Array.from({ length: 199 }, (_, at) => ({
    kind: 'performer',
    id: String(910_000_000_000_100_000n + BigInt(at)),
    modId: 1,
    name: `名字${at}`,
    nameCn: '',
  }))
  localStorage.setItem('yingku.hiddenTerms', JSON.stringify({ terms }))
  window.dispatchEvent(new StorageEvent('storage', { key: 'yingku.hiddenTerms' }))
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '不想看' }))
  const offer = within(await screen.findByRole('dialog', { name: '其他频道也不想看?' }))
  await userEvent.click(offer.getByRole('button', { name: '也不想看' }))
  await expectToast('不想看的内容最多200个')
  expect(offer.getByText('无码也有“林晓月”的影片，现在仍会显示。')).toBeVisible()
  await waitFor(() => expect(offer.getByRole('button', { name: '也不想看' })).toBeEnabled())
})

it('offers nothing where no other channel has the name', async () => {
  const alone = { ...lin, channels: lin.channels.slice(0, 1) }
  server.use(http.get(`${API}/tag/detail/:id`, () => HttpResponse.json({ code: 200, msg: '', data: alone })))
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '不想看' }))
  await expectToast('列表不再显示这些影片')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('does not say that a term is hidden before the account has taken it', async () => {
  serveMember()
  let answer = () => {}
  const asked = new Promise<void>((done) => {
    answer = done
  })
  server.use(
    http.put(`${API}/user/hidden`, async () => {
      await asked
      return failure(500, 500, '保存失败')
    }),
  )
  renderApp(ADDRESS)
  const button = await screen.findByRole('button', { name: '不想看' })
  await userEvent.click(button)
  await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true))
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(screen.queryByText('列表不再显示这些影片')).toBeNull()
  answer()
  await expectToast('保存失败')
  expect(screen.queryByText('列表不再显示这些影片')).toBeNull()
  expect(button).toHaveAttribute('aria-pressed', 'false')
})

it('keeps it in the account of a member, and undoes it in the menu', async () => {
  serveMember()
  renderApp(ADDRESS)
  await userEvent.click(await screen.findByRole('button', { name: '不想看' }))
  await waitFor(() => expect(hidden).toHaveLength(1))
  renderApp('/user')
  await userEvent.click((await screen.findAllByRole('button', { name: '更多' }))[0] as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: '不想看的内容' }))
  const dialog = within(await screen.findByRole('dialog', { name: '不想看的内容' }))
  expect(await dialog.findByRole('link', { name: /^林晓月\s*有码$/ })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: '恢复显示林晓月' }))
  expect(await dialog.findByText('没有不想看的内容')).toBeVisible()
  await waitFor(() => expect(hidden).toHaveLength(0))
})

it('asks again for the works of what one follows when the account hides another term', async () => {
  serveMember()
  followed = [lin.id]
  hidden = [kept(lin)]
  renderApp('/user?tab=follow')
  const asked = () => requests.filter(({ url }) => url.includes('/user/follow/works')).length
  await waitFor(() => expect(asked()).toBe(1))
  await userEvent.click((await screen.findAllByRole('button', { name: '更多' }))[0] as HTMLElement)
  await userEvent.click(await screen.findByRole('button', { name: '不想看的内容' }))
  await userEvent.click(await screen.findByRole('button', { name: '恢复显示林晓月' }))
  await waitFor(() => expect(hidden).toHaveLength(0))
  await waitFor(() => expect(asked()).toBe(2))
})

it('brings the lists of device and account together at a login', async () => {
  const own = { id: '8000000000000000001', name: 'Rain', nameCn: '雨', kind: 'tag', modId: 1 }
  store('yingku.hiddenTerms', JSON.stringify({ terms: [own], login: null }))
  hidden = [kept(lin)]
  const puts: string[][] = []
  server.use(
    http.put(`${API}/user/hidden`, async ({ request }) => {
      puts.push(((await request.json()) as { ids: string[] }).ids)
      return HttpResponse.json({ code: 200, msg: '', data: [kept(lin)] })
    }),
  )
  serveMember()
  renderApp('/index')
  await waitFor(() => expect(puts).toEqual([[own.id, lin.id]]))
})

it('finds names in the sidebar, and those under a letter that has any', async () => {
  server.use(
    http.get(`${API}/tag/letters`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const all = query.get('tableName') === 'performer' && query.get('modName') === 'censored'
      const letters = !all ? [] : query.has('keyword') ? ['L'] : ['#', 'L']
      return HttpResponse.json({ code: 200, msg: '', data: { letters } })
    }),
  )
  renderApp('/performer/index')
  const sidebarQueries = () =>
    requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/works/performer/list'))
  await userEvent.type(await screen.findByRole('searchbox', { name: '查找女优合集' }), 'lxy')
  await waitFor(() => expect(sidebarQueries().at(-1)?.searchParams.get('keyword')).toBe('lxy'))
  expect(sidebarQueries()).toHaveLength(2)
  const letters = within(screen.getByRole('group', { name: '首字母' }))
  await waitFor(() => expect(letters.getByRole('button', { name: '其他' })).toHaveAttribute('aria-disabled', 'true'))
  await userEvent.clear(screen.getByRole('searchbox', { name: '查找女优合集' }))
  await waitFor(() => expect(letters.getByRole('button', { name: '其他' })).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(letters.getByRole('button', { name: 'M' }))
  expect(letters.getByRole('button', { name: 'M' })).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(letters.getByRole('button', { name: 'L' }))
  expect(letters.getByRole('button', { name: 'L' })).toHaveAttribute('aria-pressed', 'true')
  await waitFor(() => expect(sidebarQueries().at(-1)?.searchParams.get('letter')).toBe('L'))
  server.use(
    http.get(`${API}/works/performer/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  )
  await userEvent.click(letters.getByRole('button', { name: '其他' }))
  expect(await screen.findByText('没有找到')).toBeVisible()
})
