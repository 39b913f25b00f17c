import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { readOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, countQueries, listQueries, server } from '@/testing/server.ts'

/** So many works, of which the first ones have magnet links. */
function serveWorks(count: number, withMagnets: number) {
  const works = Array.from({ length: count }, (_, at) => makeWork(at + 1, { isDht: at < withMagnets ? 1 : 0 }))
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) => {
      const query = new URL(request.url).searchParams
      return HttpResponse.json(
        pageOf(
          works.filter(({ isDht }) => isDht === 1 || !query.has('isDht')),
          query,
        ),
      )
    }),
  )
}

it('says in a search how many works have no magnet links, and shows them', async () => {
  serveWorks(5, 2)
  const { user } = renderApp('/search/测试')
  const more = await screen.findByRole('button', { name: '另有 3 部无磁力 显示全部' })
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await user.click(more)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(5))
  expect(screen.queryByText(/无磁力|没有磁力$/)).toBeNull()
})

it.each(['/censored', '/top', '/top/month', '/new', '/tags/8000000000000000001', '/performer/8000000000000000001'])(
  'says so once at the head of %s, after the films',
  async (address) => {
    serveWorks(5, 2)
    renderApp(address)
    expect(await screen.findAllByRole('button', { name: /^另有 3 部无磁力/ })).toHaveLength(1)
    expect(screen.queryByText(/没有磁力/)).toBeNull()
    expect(listQueries()[0]?.get('isDht')).toBe('1')
  },
)

it('says it in place of the films where the filter leaves none', async () => {
  serveWorks(3, 0)
  renderApp('/western')
  expect(await screen.findByText('另有 3 部没有磁力')).toBeVisible()
  expect(screen.getAllByRole('button', { name: /显示全部/ })).toHaveLength(1)
})

it('says nothing of the kind where the filter keeps nothing back', async () => {
  serveWorks(2, 2)
  renderApp('/search/测试')
  await screen.findAllByRole('article')
  await waitFor(() => expect(countQueries().some((query) => !query.has('isDht'))).toBe(true))
  expect(screen.queryByText(/无磁力|没有磁力/)).toBeNull()
})

it('fills the home page in a catalogue without magnet links', async () => {
  serveWorks(3, 0)
  renderApp('/index')
  for (const [name, count] of [
    ['本月发行', 2],
    ['有码最新', 3],
    ['无码最新', 3],
    ['欧美最新', 3],
  ] as const) {
    expect(within(await screen.findByRole('list', { name })).getAllByRole('article')).toHaveLength(count)
  }
  expect(screen.queryByText('暂时没有影片')).toBeNull()
})

it('marks works with magnet links where both kinds are listed', async () => {
  serveWorks(3, 1)
  const { user } = renderApp('/censored')
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  expect(screen.queryByText('有磁力')).toBeNull()
  await user.click(screen.getByRole('button', { name: '只看有磁力' }))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
  expect(screen.getAllByText('有磁力')).toHaveLength(1)
})

it('is the same in every window of the browser session', async () => {
  serveWorks(3, 1)
  const { user } = renderApp('/censored')
  await user.click(await screen.findByRole('button', { name: '只看有磁力' }))
  // Another window has a session storage of its own, but the same cookies.
  sessionStorage.clear()
  expect(readOnlyMagnet()).toBe(false)
  await user.click(screen.getByRole('button', { name: '只看有磁力' }))
  expect(readOnlyMagnet()).toBe(true)
})

it('follows what another window switches', async () => {
  serveWorks(3, 1)
  renderApp('/censored')
  expect(await screen.findAllByRole('article')).toHaveLength(1)
  const other = new BroadcastChannel('yingku.magnet-switch')
  other.postMessage(false)
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3))
  expect(screen.getByRole('button', { name: '只看有磁力' })).toHaveAttribute('aria-pressed', 'false')
  other.close()
})
