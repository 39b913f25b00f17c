import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { serveAdmin, servePermissions } from '@/testing/admin.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { server } from '@/testing/server.ts'

vi.mock('@/admin/plans/plans-page.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('a section whose code does not come leaves the way to the others', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  serveMember()
  servePermissions(['dashboard:view', 'plans:edit', 'audit:view'])
  serveAdmin()
  server.use(http.get('*/healthz', () => HttpResponse.error()))
  const { user } = renderApp('/admin/plans')
  expect(await screen.findByRole('heading', { level: 1, name: '套餐' })).toBeVisible()
  expect(await screen.findByRole('button', { name: '点击重试' })).toBeVisible()
  const parts = within(screen.getByRole('navigation', { name: '管理台' }))
  await user.click(parts.getByRole('link', { name: '操作日志' }))
  expect(await screen.findByRole('heading', { level: 1, name: '操作日志' })).toBeVisible()
  expect(screen.queryByRole('button', { name: '点击重试' })).toBeNull()
})
