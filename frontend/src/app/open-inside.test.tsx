import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { makeDetail, makeTerm, makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

const work = makeWork(1)
const maker = makeTerm(1)

function serve() {
  server.use(
    http.get(`${API}/works/detail/${work.id}`, () => HttpResponse.json(makeDetail(work, { maker: [maker] }))),
    http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [maker], total: 1 })),
    http.get(`${API}/works/maker/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [maker], total: 1 })),
  )
}

it('opens what would be a new window inside where the site is installed', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(display-mode: standalone)',
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  serve()
  const { user, router } = renderApp(`/censored/${work.id}`)
  await user.click(await screen.findByRole('link', { name: maker.nameCn }))
  await waitFor(() => expect(router.state.location.pathname).toBe(`/maker/${maker.id}`))
})

it('leaves new windows to a browser', async () => {
  serve()
  const { user, router } = renderApp(`/censored/${work.id}`)
  await user.click(await screen.findByRole('link', { name: maker.nameCn }))
  expect(router.state.location.pathname).toBe(`/censored/${work.id}`)
})
