import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { makeCollection, makeDetail, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '../testing/toasts.ts'

/** Another one for each test: what was sent about one stays known for a second. */
let work = makeWork(0)
let address = ''
let tests = 0
const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const bodies = (path: string) =>
  Promise.all(sent(path).map(async (request) => JSON.parse(await request.clone().text()) as object))
const COLLECTIONS = [1, 2, 3, 4, 5, 6].map((index) =>
  makeCollection(index, index === 1 ? { cateName: '默认收藏夹', isDefault: 1 } : {}),
)
const idsOf = (...numbers: number[]) => numbers.map((number) => makeCollection(number).cateId)
const like = () => screen.findByRole('button', { name: /喜欢$/ })
const collect = () => screen.findByRole('button', { name: /收藏$/ })
const picker = () => within(screen.getByRole('dialog', { name: '选择收藏夹' }))

beforeEach(() => {
  loginDialogOpen.set(false)
  work = makeWork(++tests)
  address = `/censored/${work.id}`
})

describe('visitors', () => {
  it.each([
    ['like', like],
    ['collect', collect],
  ])('who want to %s are asked to log in, and nothing is sent', async (_, button) => {
    server.use(http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(work))))
    const { user, router } = renderApp(address)
    await user.click(await button())
    const dialog = within(screen.getByRole('dialog', { name: '登录提示' }))
    await user.click(dialog.getByRole('button', { name: '取消' }))
    expect(router.state.location.pathname).toBe(address)
    expect(requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('leave the question behind with its page', async () => {
    server.use(http.get(`${API}/works/detail/:id`, () => HttpResponse.json(makeDetail(work))))
    const { user, router } = renderApp(address, { before: ['/message'] })
    await user.click(await like())
    expect(screen.getByRole('dialog', { name: '登录提示' })).toBeVisible()
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { name: '客服留言' })).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the like button', () => {
  it('shows the server’s state, and switches at once', async () => {
    const library = serveMember({ liked: [work.id] })
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    server.use(http.post(`${API}/user/like`, () => answered.then(() => undefined)))
    const { user } = renderApp(address)
    await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'true'))
    await user.click(await like())
    expect(await like()).toHaveAttribute('aria-pressed', 'false')
    expect(library.liked).toEqual([work.id])
    answer()
    await waitFor(() => expect(library.liked).toEqual([]))
    await user.click(await like())
    await waitFor(() => expect(library.liked).toEqual([work.id]))
    expect(await bodies('/user/like')).toEqual([
      { status: 9, dataId: work.id },
      { status: 0, dataId: work.id },
    ])
    expect(await like()).toHaveAttribute('aria-pressed', 'true')
  })

  it('takes a failure back', async () => {
    serveMember()
    server.use(
      http.post(`${API}/user/like`, async () => {
        await delay()
        return failure(429, 402, '操作过于频繁，请稍后再试')
      }),
    )
    const { user } = renderApp(address)
    await user.click(await like())
    expect(await screen.findByText('操作过于频繁，请稍后再试')).toBeVisible()
    await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'false'))
  })

  it('pressed twice without a gap ends as the last press, here and on the server', async () => {
    const library = serveMember()
    renderApp(address)
    const button = await like()
    await act(async () => {
      button.click()
      button.click()
    })
    await waitFor(async () => expect(await bodies('/user/like')).toHaveLength(2))
    await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'false'))
    expect(library.liked).toEqual([])
    expect(await bodies('/user/like')).toEqual([
      { status: 0, dataId: work.id },
      { status: 9, dataId: work.id },
    ])
  })

  it('pressed twice shows what the server knows when both fail', async () => {
    serveMember()
    server.use(http.post(`${API}/user/like`, () => failure(429, 402, '操作过于频繁，请稍后再试')))
    renderApp(address)
    const button = await like()
    await act(async () => {
      button.click()
      button.click()
    })
    await waitFor(async () => expect(await bodies('/user/like')).toHaveLength(2))
    await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'false'))
  })

  it('pressed three times within a second is too fast, and shows what holds', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(5000)
    const library = serveMember()
    const { user } = renderApp(address)
    for (let press = 0; press < 3; press++) await user.click(await like())
    expect(await screen.findByText('您的操作速度太快了！')).toBeVisible()
    await waitFor(async () => expect(await like()).toHaveAttribute('aria-pressed', 'false'))
    expect(library.liked).toEqual([])
    expect(await bodies('/user/like')).toHaveLength(2)
  })
})

describe('the collect button', () => {
  it('collects into the default collection and offers for five seconds to change that', async () => {
    const library = serveMember({ collections: COLLECTIONS })
    const { user } = renderApp(address)
    const button = await collect()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 })
    await act(async () => button.click())
    await expectToast('已添加到默认收藏夹')
    expect(await bodies('/collect/adds')).toEqual([{ status: 0, dataId: work.id }])
    expect(library.places.get(work.id)).toEqual(idsOf(1))
    vi.useRealTimers()
    await user.click(screen.getByRole('button', { name: '更改' }))
    expect(screen.queryByText('已添加到默认收藏夹')).toBeNull()
    expect(await picker().findByRole('checkbox', { name: /默认收藏夹/ })).toBeChecked()
  })

  it('pressed twice sends once and says nothing but that it was added', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(9000)
    serveMember()
    let answer = () => {}
    const answered = new Promise<void>((done) => {
      answer = done
    })
    server.use(http.post(`${API}/user/collect/adds`, () => answered.then(() => undefined)))
    const { user } = renderApp(address)
    await user.dblClick(await collect())
    answer()
    expect(await screen.findByRole('button', { name: '已收藏' })).toBeVisible()
    expect(screen.getByText('已添加到默认收藏夹')).toBeVisible()
    expect(screen.queryByText('您的操作速度太快了！')).toBeNull()
    expect(sent('/collect/adds')).toHaveLength(1)
  })
})

describe('the picker', () => {
  async function open(chosen: string[] = idsOf(1)) {
    const library = serveMember({ collections: COLLECTIONS, places: new Map([[work.id, chosen]]) })
    const app = renderApp(address)
    await app.user.click(await screen.findByRole('button', { name: '已收藏' }))
    await picker().findAllByRole('checkbox')
    return { ...app, library }
  }
  const box = (name: string) => picker().getByRole('checkbox', { name: new RegExp(`^${name}`) })
  const save = () => picker().getByRole('button', { name: '保存' })

  it('opens for a collected work with its collections, and saves another choice', async () => {
    const { user, library } = await open(idsOf(1, 2))
    expect(box('默认收藏夹')).toBeChecked()
    expect(box('收藏夹2')).toBeChecked()
    expect(box('收藏夹3')).not.toBeChecked()
    await user.click(box('收藏夹2'))
    await user.click(box('收藏夹3'))
    await user.click(save())
    await expectToast('收藏已保存')
    expect(await bodies('/collect/edit')).toEqual([{ status: 0, dataId: work.id, cateIds: idsOf(1, 3) }])
    expect(library.places.get(work.id)).toEqual(idsOf(1, 3))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('takes at most five', async () => {
    const { user } = await open(idsOf(1, 2, 3, 4))
    await user.click(box('收藏夹5'))
    expect(box('收藏夹6')).toBeDisabled()
    expect(picker().getByText('已选 5 个，一个作品最多收藏到5个收藏夹')).toBeVisible()
    await user.click(box('收藏夹5'))
    expect(box('收藏夹6')).toBeEnabled()
  })

  it('says why a new one beyond five is not chosen', async () => {
    const { user } = await open(idsOf(1, 2, 3, 4, 5))
    await user.click(picker().getByRole('button', { name: '新建收藏夹' }))
    await user.type(await screen.findByLabelText('名称'), '雨天')
    await user.click(screen.getByRole('button', { name: '保存' }))
    await expectToast('“雨天”已新建，没有勾选：一个作品最多收藏到5个收藏夹')
  })

  it('saving none uncollects the work', async () => {
    const { user } = await open()
    await user.click(box('默认收藏夹'))
    await user.click(save())
    await expectToast('已取消收藏')
    expect(await bodies('/collect/edit')).toEqual([{ status: 9, dataId: work.id, cateIds: [] }])
    expect(await screen.findByRole('button', { name: '收藏' })).toBeVisible()
  })

  it('a new collection is made and chosen at once', async () => {
    const { user, library } = await open()
    await user.click(picker().getByRole('button', { name: '新建收藏夹' }))
    const form = within(screen.getByRole('dialog', { name: '新建收藏夹' }))
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(form.getByText('收藏夾名字未填写')).toBeVisible()
    await user.type(form.getByLabelText('名称'), '雨天')
    await user.click(form.getByRole('button', { name: '保存' }))
    await screen.findByRole('dialog', { name: '选择收藏夹' })
    expect(box('雨天')).toBeChecked()
    await user.click(save())
    await waitFor(() => expect(library.places.get(work.id)).toEqual(idsOf(1, 7)))
  })

  it('a refusal keeps the choice open', async () => {
    const { user } = await open()
    server.use(http.post(`${API}/user/collect/edit`, () => failure(422, 402, '收藏夹已满，最多收藏2000个作品')))
    await user.click(box('收藏夹2'))
    await user.click(save())
    await expectToast('收藏夹已满，最多收藏2000个作品')
    expect(box('收藏夹2')).toBeChecked()
  })

  it('that cannot be loaded says so and loads on retry', async () => {
    serveMember({ collections: COLLECTIONS, places: new Map([[work.id, idsOf(1)]]) })
    server.use(http.get(`${API}/user/collect/:id`, () => failure(400, 402, '不行'), { once: true }))
    const { user } = renderApp(address)
    await user.click(await screen.findByRole('button', { name: '已收藏' }))
    await user.click(await picker().findByRole('button', { name: '点击重试' }))
    expect(await picker().findByRole('checkbox', { name: /默认收藏夹/ })).toBeChecked()
  })
})

it('what was liked and collected shows in the member centre at once', async () => {
  serveMember({ collections: COLLECTIONS })
  const { user, router } = renderApp('/user')
  await screen.findByText('暂时没有收藏内容~')
  await act(() => router.navigate(address))
  await user.click(await like())
  await user.click(await collect())
  await screen.findByText('已添加到默认收藏夹')
  await act(() => router.navigate('/user'))
  await waitFor(() => expect(within(screen.getByRole('tabpanel')).getByRole('article')).toHaveTextContent(work.number))
  await user.click(screen.getByRole('tab', { name: '喜欢' }))
  expect(await within(screen.getByRole('tabpanel')).findByRole('article')).toHaveTextContent(work.number)
})
