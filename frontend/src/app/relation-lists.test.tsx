import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

describe('lists by relation', () => {
  it('highlights the entry of the address and lists its works', async () => {
    const entry = { id: '8000000000000000001', name: 'Studio', nameCn: '片商甲', count: 12 }
    server.use(http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [entry], total: 1 })))
    renderApp(`/maker/western/${entry.id}`)
    const sidebar = await screen.findByRole('complementary', { name: '片商' })
    expect(await within(sidebar).findByRole('link', { name: '片商甲(12)' })).toHaveAttribute('aria-current', 'page')
    await screen.findAllByRole('article')
    expect(listQueries()[0]?.get('makerId')).toBe(entry.id)
    expect(listQueries()[0]?.get('tableNmae')).toBe('maker')
  })

  it('pins an entry that is on no loaded page', async () => {
    const far = { id: '8000000000000000099', name: 'Far', nameCn: '远', count: 1 }
    server.use(
      http.get(`${API}/tag/list`, ({ request }) => {
        const asked = new URL(request.url).searchParams.get('id')
        return HttpResponse.json({ code: 200, msg: '', rows: asked === far.id ? [far] : [], total: asked ? 1 : 0 })
      }),
    )
    renderApp(`/director/${far.id}`)
    expect(await screen.findByRole('link', { name: '远(1)' })).toHaveAttribute('aria-current', 'page')
  })

  it.each([
    ['/director', '当前导演'],
    ['/tags', '当前类别'],
  ])('leads from %s/… of a term that was merged to the one that stayed', async (address, nameCn) => {
    const stayed = { id: '8000000000000000007', name: 'Stayed', nameCn, count: 3 }
    const merged = '8000000000000000006'
    const groups = [{ name: '场景', items: [stayed] }]
    server.use(
      http.get(`${API}/tag/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [stayed], total: 1 })),
      http.get(`${API}/tag/channel`, () => HttpResponse.json({ code: 200, msg: '', data: groups })),
    )
    const { router } = renderApp(`${address}/${merged}`)
    await waitFor(() => expect(router.state.location.pathname).toBe(`${address}/${stayed.id}`))
    expect(await screen.findByRole('link', { name: new RegExp(`^${nameCn}`) })).toHaveAttribute('aria-current', 'page')
  })

  it('names the chosen category and leads back to all', async () => {
    const item = { id: '8000000000000000007', name: 'Sea', nameCn: '海边', count: 3 }
    server.use(
      http.get(`${API}/tag/channel`, () =>
        HttpResponse.json({ code: 200, msg: '', data: [{ name: '场景', items: [item] }] }),
      ),
    )
    const { user, router } = renderApp(`/tags/uncensored/${item.id}`)
    expect(await screen.findByText('海边', { selector: 'strong' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: '清除' }))
    expect(router.state.location.pathname).toBe('/tags/uncensored/index')
    expect(await screen.findByText('全部', { selector: 'strong' })).toBeVisible()
  })

  const group = (index: number) => ({
    name: `组${index}`,
    items: [1, 2].map((at) => ({
      id: `800000000000000${index}00${at}`,
      name: 'n',
      nameCn: `类${index}${at}`,
      count: 1,
    })),
  })
  const GROUPS = [1, 2, 3, 4].map(group)
  const groupNames = () => GROUPS.map(({ name }) => name).filter((name) => screen.queryByRole('navigation', { name }))

  it('shows two groups until more are asked for, and steps back behind a choice', async () => {
    server.use(http.get(`${API}/tag/channel`, () => HttpResponse.json({ code: 200, msg: '', data: GROUPS })))
    const { user, router } = renderApp('/tags/index')
    const more = await screen.findByRole('button', { name: '展开其余 2 组' })
    expect(more).toHaveAttribute('aria-expanded', 'false')
    expect(groupNames()).toEqual(['组1', '组2'])
    await user.click(more)
    expect(more).toHaveAttribute('aria-expanded', 'true')
    expect(more).toHaveAccessibleName('收起')
    expect(groupNames()).toEqual(['组1', '组2', '组3', '组4'])
    await user.click(screen.getByRole('link', { name: '类42' }))
    expect(router.state.location.pathname).toBe('/tags/8000000000000004002')
    expect(groupNames()).toEqual(['组1', '组2', '组4'])
    expect(screen.getByRole('link', { name: '类42' })).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('button', { name: '展开其余 1 组' })).toHaveAttribute('aria-expanded', 'false')
    expect(screen.getByText('类42', { selector: 'strong' })).toBeVisible()
  })

  it('has nothing to ask for where two groups are all', async () => {
    const data = GROUPS.slice(0, 2)
    server.use(http.get(`${API}/tag/channel`, () => HttpResponse.json({ code: 200, msg: '', data })))
    renderApp('/tags/uncensored/index')
    expect(await screen.findByRole('navigation', { name: '组2' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /展开/ })).toBeNull()
  })
})
