import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { returnPathFrom, returnPathIn } from '@/shared/lib/return-path.ts'
import { makeWork } from '@/testing/factories.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, server } from '@/testing/server.ts'

const MARKUP = '<img src=x onerror=boom()>'
const boom = vi.fn()
vi.stubGlobal('boom', boom)

/** What somebody else's markup would have made of the page. */
function expectNoElements() {
  expect(document.querySelector('[src="x"], [onerror], [onload], [href^="javascript:"]')).toBeNull()
  expect(boom).not.toHaveBeenCalled()
}

describe('A21 what stands in an address or a title is text', () => {
  it('as the keyword of a search', async () => {
    server.use(
      http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
    )
    renderApp(`/search/${encodeURIComponent(MARKUP)}`)
    expect(await screen.findByRole('heading', { name: MARKUP })).toBeVisible()
    expect(await screen.findByText(`没有找到“${MARKUP}”`)).toBeVisible()
    expect(document.title).toBe(`${MARKUP} 搜索 - 映库`)
    expectNoElements()
  })

  it('as the beginning of a question', async () => {
    renderApp(`/message?message=${encodeURIComponent(MARKUP)}`)
    expect(await screen.findByRole('textbox', { name: '新的问题' })).toHaveValue(MARKUP)
    expectNoElements()
  })

  it('as the title and the number of a work', async () => {
    const work = makeWork(1, { title: MARKUP })
    server.use(
      http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [work], total: 1 })),
    )
    renderApp('/censored')
    await waitFor(() => expect(screen.getAllByText(MARKUP)[0]).toBeVisible())
    expectNoElements()
  })
})

describe('A20 a login leads back to works and the till alone', () => {
  const ID = '910000000000000001'

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    `/censored/${ID}/../../login`,
    `//censored/${ID}`,
    `/censored/${ID}.evil.example`,
    '/user',
    '/pay',
    `/pay?plan=${ID}&next=/`,
    `/pay.evil.example?plan=${ID}`,
    '',
  ])('not to %s', (from) => {
    expect(returnPathIn({ from })).toEqual({})
    expect(returnPathFrom({ pathname: from, search: '' })).toEqual({})
  })

  it.each([`/censored/${ID}?tab=magnet`, `/pay?plan=${ID}`])('to %s', (from) => {
    expect(returnPathIn({ from })).toEqual({ from })
    for (const state of [null, undefined, 5, { from: 5 }, { from: [from] }]) expect(returnPathIn(state)).toEqual({})
  })
})
