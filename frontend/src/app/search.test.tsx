import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { renderApp } from '@/testing/render-app.tsx'
import { API, listQueries, server } from '@/testing/server.ts'

const WARNING = '请输入搜索内容！,限制为1-32个字符'

it('searches all channels first, then one by its tab', async () => {
  const { router, user } = renderApp('/index')
  await user.type(await screen.findByRole('searchbox', { name: '搜索' }), ' 海 边{Enter}')
  expect(await screen.findByRole('heading', { name: '海 边' })).toBeVisible()
  expect(screen.getByText('搜索限制为1-32个字符')).toBeVisible()
  expect(document.title).toBe('海 边 搜索 - 映库')
  await waitFor(() => expect(listQueries().at(-1)?.get('keyword')).toBe('海 边'))
  expect(Object.fromEntries(listQueries().at(-1) ?? [])).toEqual({
    keyword: '海 边',
    pageNum: '1',
    pageSize: '24',
    isDht: '1',
  })
  await user.click(within(screen.getByRole('navigation', { name: '搜索范围' })).getByRole('link', { name: '无码' }))
  await waitFor(() => expect(listQueries().at(-1)?.get('modName')).toBe('uncensored'))
  expect(router.state.location.search).toBe('?tab=uncensored')
})

it.each(['100%', 'a/b#c?d', '%E4%BD', '50%25', "it's +1 & more", '😀'])('takes %s as it was typed', async (keyword) => {
  const { user } = renderApp('/index')
  await user.click(await screen.findByRole('searchbox', { name: '搜索' }))
  await user.paste(keyword)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(listQueries().at(-1)?.get('keyword')).toBe(keyword))
  expect(screen.getByRole('searchbox', { name: '搜索' })).toHaveValue(keyword)
})

it('warns about an empty search and stays', async () => {
  const { router, user } = renderApp('/censored')
  await user.type(await screen.findByRole('searchbox', { name: '搜索' }), '   {Enter}')
  expect(await screen.findByText(WARNING)).toBeVisible()
  expect(router.state.location.pathname).toBe('/censored')
})

it('takes at most 32 characters in the field', async () => {
  renderApp('/index')
  expect(await screen.findByRole('searchbox', { name: '搜索' })).toHaveAttribute('maxlength', '32')
})

it('refuses an address with a longer keyword and asks nothing', async () => {
  renderApp(`/search/${'长'.repeat(33)}`)
  expect(await screen.findByText(WARNING)).toBeVisible()
  expect(screen.getByText('搜索限制为1-32个字符')).toBeVisible()
  expect(listQueries()).toEqual([])
})

it('says when nothing was found', async () => {
  server.use(http.get(`${API}/works/detail/list`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })))
  renderApp('/search/none')
  expect(await screen.findByText('没有找到“none”')).toBeVisible()
})
