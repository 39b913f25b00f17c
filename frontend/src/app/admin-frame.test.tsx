import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeAdminWork, makeDashboard } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { requests } from '@/testing/server.ts'

function open(address: string, permissions: string[]) {
  serveMember()
  servePermissions(permissions)
  const waiting = { messages: 120, reports: 0, reportsHeld: 0, downloads: 2, abnormalOrders: 1, failedImports: 3 }
  serveAdmin({ dashboard: makeDashboard({ waiting }), works: [makeAdminWork(1)] })
  return renderApp(address)
}

describe('the frame of the console', () => {
  it('counts in its navigation what waits in each part', async () => {
    open('/admin/works', [
      'dashboard:view',
      'works:edit',
      'works:import',
      'messages:reply',
      'reports:handle',
      'orders:view',
    ])
    const parts = within(await screen.findByRole('navigation', { name: '管理台' }))
    expect(await parts.findByRole('link', { name: /^留言\s*待处理\s*99\+$/ })).toBeVisible()
    expect(parts.getByRole('link', { name: /^订单\s*待处理\s*1$/ })).toBeVisible()
    expect(parts.getByRole('link', { name: /^导入\s*待处理\s*3$/ })).toBeVisible()
    expect(parts.getByRole('link', { name: '举报' })).toBeVisible()
  })

  it('asks for no figures for those who may not see them', async () => {
    open('/admin/works', ['works:edit', 'messages:reply'])
    await screen.findByRole('table', { name: '作品' })
    expect(requests.filter(({ url }) => url.includes('/admin/dashboard'))).toEqual([])
  })

  it('logs out after asking, and leads home', async () => {
    const { router, user } = open('/admin/works', ['works:edit'])
    await user.click(await screen.findByRole('button', { name: '退出' }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '退出账号' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/index'))
  })
})

describe('the dashboard', () => {
  it('tells of abnormal orders and broken off imports, and leads to them', async () => {
    open('/admin', ['dashboard:view', 'orders:view', 'works:import'])
    const tiles = within(await screen.findByRole('region', { name: '待处理' }))
    expect(tiles.getByRole('link', { name: /异常订单\s*1/ })).toHaveAttribute('href', '/admin/orders?status=2')
    expect(tiles.getByRole('link', { name: /中断的导入\s*3/ })).toHaveAttribute('href', '/admin/import')
  })
})
