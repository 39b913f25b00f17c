import { screen, within } from '@testing-library/react'
import { type HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Job } from '@/shared/api/types.ts'
import { ADMIN, servePermissions } from '@/testing/admin.ts'
import { makeImport, serveImports } from '@/testing/admin-imports.ts'
import { makeJob, serveJobs } from '@/testing/admin-jobs.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

function open(address = '/admin/jobs') {
  serveMember()
  servePermissions(['works:import'])
  return renderApp(address)
}

const rowsOf = async () =>
  within(await screen.findByRole('table', { name: '任务' }))
    .getAllByRole('row')
    .slice(1)
const sent = (path: string) =>
  requests.filter(({ url, method }) => method === 'POST' && new URL(url).pathname.endsWith(path))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the list of jobs', () => {
  it('shows imports and films with their progress and reason', async () => {
    const running: Partial<Job> = { state: 'running', progress: 42, problem: '', steps: ['cancel'] }
    const waiting: Partial<Job> = { state: 'waiting', problem: '', steps: ['cancel'], number: '' }
    const broken = { kind: 'import', name: 'films.csv', number: undefined, problem: 'damaged' } as const
    serveJobs([makeJob(1, running), makeJob(2, waiting), makeJob(3, broken), makeJob(4)])
    open()
    const rows = await rowsOf()
    expect(rows[0]).toHaveTextContent(/ABC-1\.mkv影片 ABC-1进行中42%/)
    expect(screen.getByRole('progressbar', { name: 'ABC-1.mkv 的进度' })).toHaveAttribute('value', '42')
    expect(rows[1]).toHaveTextContent(/影片等待中由服务器上的 yingku film watch 或 film run 处理—/)
    expect(rows[2]).toHaveTextContent(/films\.csv导入失败文件损坏，后面的内容读不出来，请重新上传/)
    expect(rows[3]).toHaveTextContent(/失败文件是空的/)
  })

  it('is filtered by state, and says when there is none', async () => {
    serveJobs([makeJob(1)])
    const { user } = open()
    expect(await rowsOf()).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: '已完成' }))
    expect(await screen.findByText('还没有完成的任务')).toBeVisible()
    await user.click(screen.getByRole('link', { name: '全部' }))
    expect(await rowsOf()).toHaveLength(1)
  })

  it('says that there is none yet, and why it cannot be read', async () => {
    serveJobs()
    server.use(http.get(`${ADMIN}/jobs`, () => failure(403, 402, '没有权限', { error: 'forbidden' }), { once: true }))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '点击重试' }))
    expect(await screen.findByText('还没有任务')).toBeVisible()
    expect(screen.queryByRole('button', { name: '清除本页已结束的' })).toBeNull()
  })

  it('shows a place for rows while it loads', async () => {
    server.use(http.get(`${ADMIN}/jobs`, () => new Promise<HttpResponse<null>>(() => undefined)))
    open()
    expect(await screen.findByRole('heading', { name: '任务' })).toBeVisible()
    expect(screen.getByRole('status', { name: '加载中' })).toBeVisible()
  })
})

describe('what can be done with jobs', () => {
  it('cancels a film after asking, and runs one again for a work that is named', async () => {
    serveJobs([makeJob(1, { state: 'running', progress: 3, problem: '', steps: ['cancel'] }), makeJob(2)])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '取消 ABC-1.mkv' }))
    await user.click((await dialog('取消任务?')).getByRole('button', { name: '取消任务' }))
    await expectToast('任务会停下来')
    expect((await rowsOf())[0]).toHaveTextContent('正在停止')
    await user.click(screen.getByRole('button', { name: '重新运行 ABC-2.mkv' }))
    const again = await dialog('重新运行')
    const number = again.getByRole('textbox', { name: '作品的番号或 id' })
    expect(number).toHaveValue('ABC-2')
    await user.clear(number)
    await user.click(again.getByRole('button', { name: '重新运行' }))
    expect(again.getByText('请填写番号或 id')).toBeVisible()
    await user.type(number, ' ABC-3 ')
    await user.click(again.getByRole('checkbox', { name: '替换作品已有的影片' }))
    await user.click(again.getByRole('button', { name: '重新运行' }))
    await expectToast('已排队')
    expect((await rowsOf())[1]).toHaveTextContent('等待中')
    const forms = await Promise.all(sent('/admin/jobs').map((request) => request.json()))
    expect(forms).toEqual([
      { step: 'cancel', ids: [makeJob(1).id] },
      { step: 'again', ids: [makeJob(2).id], number: 'ABC-3', replaces: true },
    ])
  })

  it('uses the calls of imports for imports', async () => {
    const imported = [makeImport(1, { state: 'running' }), makeImport(2, { state: 'failed', overrideCurated: 1 })]
    serveImports(imported)
    const [first = '', second = ''] = imported.map(({ id }) => id)
    const job = { kind: 'import', number: undefined, problem: '' } as const
    serveJobs([
      makeJob(1, { ...job, id: first, name: 'a.csv', state: 'running', steps: ['cancel'] }),
      makeJob(2, { ...job, id: second, name: 'b.csv' }),
    ])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '取消 a.csv' }))
    await user.click((await dialog('取消任务?')).getByRole('button', { name: '取消任务' }))
    await expectToast('任务会停下来')
    await user.click(screen.getByRole('button', { name: '重新运行 b.csv' }))
    await expectToast('已排队')
    expect(sent(`/imports/${first}/cancel`)).toHaveLength(1)
    expect(await sent(`/imports/${second}/start`)[0]?.json()).toEqual({
      dryRun: false,
      overrideCurated: true,
      mapping: '',
    })
    expect(sent('/admin/jobs')).toEqual([])
  })

  it('clears the ended ones of the page', async () => {
    serveJobs([makeJob(1, { state: 'done', problem: '', steps: ['delete'] }), makeJob(2, { steps: [] }), makeJob(3)])
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: '清除本页已结束的' }))
    const asked = await dialog('清除记录?')
    expect(asked.getByText(/这一页 2 条已结束的记录/)).toBeVisible()
    await user.click(asked.getByRole('button', { name: '清除' }))
    await expectToast('记录已清除')
    expect(await rowsOf()).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: '失败' }))
    expect((await rowsOf())[0]).toHaveTextContent('ABC-2.mkv')
  })
})
