import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it } from 'vitest'
import { makeDetail, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, requests, server } from '@/testing/server.ts'

const LIST = join(import.meta.dirname, '../../../api/assets/site-starts.txt')
const WORK = makeWork(7)
const HOME_CALL = '/v2/works/detail/list?date=30&isDht=1&pageNum=1&pageSize=12&sort=collects'

/** Puts an answer into the page, as the server does. */
function bringAlong(call: string, answer: unknown) {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.className = 'preloaded-response'
  element.textContent = JSON.stringify({ call, answer })
  document.body.append(element)
}

function calls(): string[] {
  return requests.map(({ url }) => url.slice(url.indexOf('/v2/')))
}

const left = () => document.querySelectorAll('.preloaded-response')

afterEach(() => {
  for (const element of left()) element.remove()
})

const starts = readFileSync(LIST, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

const PATHS: Record<string, string> = {
  list: '/v2/works/detail/list',
  suggest: '/v2/search/suggest',
  similar: `/v2/works/similar/${WORK.id}`,
}

it.each(starts.flatMap(([path, , ...calls]) => calls.map((call) => [path, call])))(
  '%s asks first what the server brings along: %s',
  async (path = '', call = '') => {
    server.use(http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK))))
    const keyword = encodeURIComponent('雾 a+b&c')
    const since = '1790000000'
    const address = path.replace(':id', WORK.id).replace(':keyword', keyword)
    renderApp(call.includes(':since') ? `${address}?since=${since}` : address)
    const [what = '', query = ''] = call.split('?')
    const asked = query.replace(':keyword', keyword).replace(':id', WORK.id).replace(':since', since)
    const wanted = call === 'work' ? `/v2/works/detail/${WORK.id}` : `${PATHS[what]}?${asked}`
    await waitFor(() => expect(calls()).toContain(wanted))
  },
)

it('names a file of the source for every screen', () => {
  for (const [, source = ''] of starts) {
    expect(readFileSync(join(import.meta.dirname, '../..', source), 'utf8')).toContain('export default function')
  }
})

it('shows what came with the page at once, and does not ask for it again', async () => {
  bringAlong(HOME_CALL, { code: 200, msg: '操作成功', rows: [{ ...WORK, title: '随页面来的' }], total: 1 })
  renderApp('/index')
  expect((await screen.findAllByText('随页面来的')).length).toBeGreaterThan(0)
  await waitFor(() => expect(calls().length).toBeGreaterThan(0))
  expect(calls()).not.toContain(HOME_CALL)
  expect(left()).toHaveLength(0)
})

it('shows the similar works that came with the page', async () => {
  const call = `/v2/works/similar/${WORK.id}?isDht=1&limit=48`
  const similar = { ...makeWork(8), title: '随页面来的', shared: [] }
  bringAlong(call, { code: 200, msg: '操作成功', data: [similar] })
  bringAlong(`/v2/works/detail/${WORK.id}`, makeDetail(WORK))
  renderApp(`/similar/${WORK.id}`)
  expect(await screen.findByRole('heading', { name: `与 ${WORK.number} 相似` })).toBeVisible()
  expect(screen.getByText('随页面来的')).toBeVisible()
  expect(calls().filter((asked) => asked.startsWith('/v2/works/'))).toEqual([])
  expect(left()).toHaveLength(0)
})

it('leaves an answer to another call alone', async () => {
  bringAlong('/v2/works/detail/list?pageNum=1', { code: 200, msg: '操作成功', rows: [], total: 0 })
  renderApp('/index')
  await waitFor(() => expect(calls()).toContain(HOME_CALL))
})

it('asks again for the flags of a member, and shows the work meanwhile', async () => {
  serveMember({ works: [WORK], liked: [WORK.id] })
  bringAlong(`/v2/works/detail/${WORK.id}`, { ...makeDetail({ ...WORK, title: '随页面来的' }), like: false })
  renderApp(`/censored/${WORK.id}`)
  expect(await screen.findByRole('heading', { name: /随页面来的/ })).toBeVisible()
  expect(await screen.findByRole('button', { name: /喜欢/, pressed: true })).toBeVisible()
})

it('tells the server of the confirmed age by a cookie that ends with the choice', async () => {
  const { user } = renderApp('/index')
  await waitFor(() => expect(document.cookie).toContain('age=1'))
  await user.click(await screen.findByRole('button', { name: '打开菜单' }))
  await user.click(screen.getByRole('button', { name: '撤回年龄确认' }))
  expect(document.cookie).not.toContain('age=1')
})
