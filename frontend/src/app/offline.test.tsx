import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWork, pageOf } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

const works = Array.from({ length: 40 }, (_, at) => makeWork(at + 1))
let online = true

function connect(there: boolean) {
  online = there
  act(() => onlineManager.setOnline(there))
}

beforeEach(() => {
  server.use(
    http.get(`${API}/works/detail/list`, ({ request }) =>
      online ? HttpResponse.json(pageOf(works, new URL(request.url).searchParams)) : HttpResponse.error(),
    ),
  )
})
afterEach(() => connect(true))

it('says that there is no connection instead of waiting for ever, and comes back by itself', async () => {
  connect(false)
  renderApp('/censored')
  expect(await screen.findByText('后端接口连接异常')).toBeVisible()
  expect(screen.getByRole('button', { name: '点击重试' })).toBeVisible()
  expect(screen.queryByRole('status', { name: '加载中' })).toBeNull()
  connect(true)
  expect(await screen.findAllByRole('article')).toHaveLength(32)
})

it('goes on with the further page that did not come', async () => {
  const { user } = renderApp('/censored')
  expect(await screen.findAllByRole('article')).toHaveLength(32)
  connect(false)
  await user.click(screen.getByRole('button', { name: '加载更多' }))
  expect(await screen.findByText(/后端接口连接异常/)).toBeVisible()
  connect(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(40))
})
