import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { server } from '@/testing/server.ts'
import { ScreenFrame } from './screen-frame.tsx'

const page = { default: () => <p>内容</p> }

beforeEach(() => {
  // React reports what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** A screen whose code comes only after `failures` attempts. */
function show(failures: number) {
  const load = vi.fn(() => Promise.resolve(page))
  for (let attempt = 0; attempt < failures; attempt++) {
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  }
  const Part = lazyScreen(load)
  render(
    <ScreenFrame title="排行">
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </ScreenFrame>,
  )
  return load
}

function health(answer: () => Response): () => number {
  let asked = 0
  server.use(
    http.get('*/healthz', () => {
      asked += 1
      return answer()
    }),
  )
  return () => asked
}

it.each([
  ['no server answers', () => HttpResponse.error()],
  ['a gateway answers for it', () => new HttpResponse('', { status: 502 })],
])('tells an outage when %s, and loads the screen on retry', async (_, answer) => {
  const asked = health(answer)
  const load = show(2)
  expect(await screen.findByText('后端接口连接异常')).toBeVisible()
  expect(asked()).toBe(1)
  expect(document.title).toBe('排行 - 映库')
  await userEvent.click(screen.getByRole('button', { name: '点击重试' }))
  await vi.waitFor(() => expect(asked()).toBe(2))
  await userEvent.click(await screen.findByRole('button', { name: '点击重试' }))
  expect(await screen.findByText('内容')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(load).toHaveBeenCalledTimes(3)
})

it('shows a screen at once whose code was brought before', async () => {
  const Part = lazyScreen(() => Promise.resolve(page))
  await Part.bring()
  render(<Part />)
  expect(screen.getByText('内容')).toBeVisible()
})

it('loads code again that could not be brought before', async () => {
  const load = vi.fn(() => Promise.resolve(page))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  const Part = lazyScreen(load)
  await Part.bring()
  render(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  )
  expect(await screen.findByText('内容')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

it('offers the way back where the screen that did not come has the only one', async () => {
  health(() => HttpResponse.error())
  const Part = lazyScreen(() =>
    Promise.reject<typeof page>(new TypeError('Failed to fetch dynamically imported module')),
  )
  render(
    <ScreenFrame title="订单记录" bare>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </ScreenFrame>,
    { wrapper: MemoryRouter },
  )
  expect(await screen.findByText('后端接口连接异常')).toBeVisible()
  expect(screen.getByRole('heading', { name: '订单记录' })).toBeVisible()
  expect(screen.getByRole('button', { name: '返回' })).toBeVisible()
})

it('offers to load the new version when the server is there but the code is gone', async () => {
  const asked = health(() => new HttpResponse('ok'))
  show(1)
  expect(await screen.findByText('有新版本，请刷新页面')).toBeVisible()
  expect(screen.getByRole('button', { name: '刷新' })).toBeVisible()
  expect(asked()).toBe(1)
})

it('says that the page broke when its own code failed, and asks nobody', async () => {
  const Broken = () => {
    throw new Error('a defect')
  }
  render(
    <ScreenFrame title="排行">
      <Broken />
    </ScreenFrame>,
  )
  expect(await screen.findByText('页面出错了')).toBeVisible()
})

it('asks again for a style sheet that did not come, before the screen it belongs to', async () => {
  health(() => HttpResponse.error())
  const sheets = () => [...document.querySelectorAll<HTMLLinkElement>('link[href$="/assets/list.css"]')]
  const lost = document.createElement('link')
  lost.rel = 'stylesheet'
  lost.href = '/assets/list.css'
  document.head.append(lost)
  lost.dispatchEvent(new Event('error'))
  expect(sheets()).toEqual([])

  const load = show(0)
  await vi.waitFor(() => expect(sheets()).toHaveLength(1))
  sheets()[0]?.dispatchEvent(new Event('error'))
  await userEvent.click(await screen.findByRole('button', { name: '点击重试' }))
  await vi.waitFor(() => expect(sheets()).toHaveLength(1))
  expect(load).not.toHaveBeenCalled()
  sheets()[0]?.dispatchEvent(new Event('load'))
  expect(await screen.findByText('内容')).toBeVisible()
})
