import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

const TEXT = '# 用户协议\n\n请看[留言](/message)与[别处](https://example.org/)。\n\n- 甲\n- <b>乙</b>'

function servePage(text = TEXT) {
  server.use(
    http.get(`${API}/pages/:name`, ({ params }) =>
      HttpResponse.json({ code: 200, msg: '操作成功', data: { name: params.name, text } }),
    ),
  )
}

describe.each(['before the age question is answered', 'after it'])('a page about the site %s', (when) => {
  const confirmed = when === 'after it'

  it('shows its text without any HTML of it, and leads to the others', async () => {
    servePage()
    const { router, user } = renderApp('/terms', { confirmed })
    const article = within(await screen.findByRole('article'))
    expect(article.getByRole('heading', { level: 1, name: '用户协议' })).toBeVisible()
    expect(article.getByRole('link')).toHaveAttribute('href', '/message')
    expect(article.getByText('别处（https://example.org/）', { exact: false })).toBeVisible()
    expect(article.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['甲', '<b>乙</b>'])
    expect(screen.queryByRole('heading', { name: '年龄确认' })).toBeNull()
    const [about] = screen.getAllByRole('navigation', { name: '关于本站' })
    await user.click(within(about as HTMLElement).getByRole('link', { name: '隐私政策' }))
    expect(router.state.location.pathname).toBe('/privacy')
  })
})

it('is the only thing that is fetched before the age question is answered, which stays asked', async () => {
  servePage()
  const { router, user } = renderApp('/contact', { confirmed: false })
  await screen.findByRole('article')
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/prod-api/v2/pages/contact'])
  await user.click(screen.getByRole('link', { name: '返回' }))
  expect(await screen.findByRole('heading', { name: '年龄确认' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/')
})

it('that cannot be loaded says so and loads on retry; an empty one says that too', async () => {
  servePage(' ')
  server.use(http.get(`${API}/pages/:name`, () => failure(404, 404, '访问资源不存在'), { once: true }))
  const { user } = renderApp('/privacy')
  await user.click(await screen.findByRole('button', { name: '点击重试' }))
  expect(await screen.findByText('这里还没有内容')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: '隐私政策' })).toBeInTheDocument()
})

it.each(['/index', '/login', '/register', '/user'])('stands at the foot of %s', async (address) => {
  serveMember()
  renderApp(address)
  const foot = within(await screen.findByRole('navigation', { name: '关于本站' }))
  expect(foot.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['用户协议', '隐私政策', '联系我们'])
})

it('stands at the foot of the age question', async () => {
  servePage()
  const { user } = renderApp('/index', { confirmed: false })
  await user.click(screen.getByRole('link', { name: '隐私政策' }))
  expect(await screen.findByRole('article')).toBeVisible()
})
