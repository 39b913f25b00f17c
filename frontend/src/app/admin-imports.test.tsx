import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { forgetUpload } from '@/admin/import/upload-task.ts'
import { IMPORT_PART_BYTES } from '@/shared/config/constants.ts'
import { ADMIN, serveAdmin, servePermissions } from '@/testing/admin.ts'
import { makeImport, serveImports } from '@/testing/admin-imports.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const offsets = () => sent('/part').map(({ url }) => new URL(url).searchParams.get('offset'))
const fileOf = (bytes: number, name = 'films.ndjson') => new File([new Uint8Array(bytes)], name)
const rowsOf = async () =>
  within(await screen.findByRole('table', { name: '导入记录' }))
    .getAllByRole('row')
    .slice(1)

function editor() {
  serveMember()
  servePermissions(['works:import', 'works:edit'])
  return renderApp('/admin/import')
}

/** Chooses a file and presses the button that sends it. */
async function choose({ user }: ReturnType<typeof renderApp>, file: File, press = '开始上传') {
  await user.upload(await screen.findByLabelText('导入文件'), file)
  await user.click(screen.getByRole('button', { name: press }))
}

afterEach(forgetUpload)

describe('the upload of a file', () => {
  it('sends it in signed parts and starts its import', async () => {
    const known = serveImports()
    const app = editor()
    expect(await screen.findByText('还没有从这里上传过文件')).toBeVisible()
    await choose(app, fileOf(IMPORT_PART_BYTES + 10))
    expect(await screen.findByRole('region', { name: '导入 films.ndjson' })).toBeVisible()
    expect(offsets()).toEqual(['0', String(IMPORT_PART_BYTES)])
    const [first] = sent('/part')
    expect(first?.headers.get('content-type')).toBe('application/octet-stream')
    expect(first?.headers.get('x-signature')).toMatch(/^[0-9a-f]{64}$/)
    expect(await sent('/start')[0]?.json()).toEqual({ dryRun: false, overrideCurated: false, mapping: '' })
    expect(known.rows[0]).toMatchObject({ name: 'films.ndjson', received: IMPORT_PART_BYTES + 10 })
    expect(screen.queryByRole('region', { name: '上传' })).toBeNull()
  })

  it('goes on where the server says after the connection was lost', async () => {
    const known = serveImports()
    let lost = false
    server.use(
      http.post(`${ADMIN}/imports/:id/part`, () => {
        if (lost) return undefined
        lost = true
        // The part has arrived; its answer has not.
        known.rows = known.rows.map((row) => ({ ...row, received: IMPORT_PART_BYTES }))
        return HttpResponse.error()
      }),
    )
    const app = editor()
    await choose(app, fileOf(IMPORT_PART_BYTES + 10))
    expect(await screen.findByText('连接断开，正在重试')).toBeVisible()
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByRole('region', { name: '导入 films.ndjson' })).toBeVisible()
    expect(offsets()).toEqual(['0', String(IMPORT_PART_BYTES)])
  })

  it('says why it has stopped, and tries again when asked', async () => {
    serveImports()
    server.use(
      http.post(`${ADMIN}/imports`, () => failure(422, 402, '服务器磁盘空间不足', { error: 'storage_full' }), {
        once: true,
      }),
    )
    const app = editor()
    await choose(app, fileOf(5))
    const card = within(await screen.findByRole('region', { name: '上传' }))
    expect(await card.findByText('服务器磁盘空间不足')).toBeVisible()
    await app.user.click(card.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('region', { name: '导入 films.ndjson' })).toBeVisible()
  })

  it('goes on while another screen is looked at', async () => {
    serveAdmin()
    serveImports()
    let answer: () => void = () => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post(`${ADMIN}/imports/:id/part`, async () => {
        await answered
        return undefined
      }),
    )
    const app = editor()
    await choose(app, fileOf(5))
    expect(await screen.findByRole('progressbar', { name: '上传进度' })).toHaveAttribute('max', '5')
    await app.user.click(screen.getByRole('link', { name: '作品' }))
    expect(await screen.findByRole('heading', { name: '作品' })).toBeVisible()
    expect(screen.queryByRole('progressbar')).toBeNull()
    await app.user.click(screen.getByRole('link', { name: '导入' }))
    expect(await screen.findByRole('progressbar', { name: '上传进度' })).toBeVisible()
    answer()
    expect(await screen.findByRole('region', { name: '导入 films.ndjson' })).toBeVisible()
  })

  it('is held and goes on', async () => {
    serveImports()
    let hold = true
    server.use(
      http.post(`${ADMIN}/imports/:id/part`, async () => {
        if (!hold) return undefined
        await delay('infinite')
      }),
    )
    const app = editor()
    await choose(app, fileOf(5))
    await waitFor(() => expect(sent('/part')).toHaveLength(1))
    await app.user.click(screen.getByRole('button', { name: '暂停' }))
    expect(await screen.findByText('已暂停')).toBeVisible()
    hold = false
    await app.user.click(screen.getByRole('button', { name: '继续' }))
    expect(await screen.findByRole('region', { name: '导入 films.ndjson' })).toBeVisible()
    expect(offsets()).toEqual(['0', '0'])
  })

  it('takes one file that is not empty, and the same one to go on', async () => {
    const begun = makeImport(1, { state: 'receiving', received: 2, size: 5 })
    serveImports([begun])
    const app = editor()
    const input = await screen.findByLabelText('导入文件')
    await app.user.upload(input, fileOf(0))
    expect(await screen.findByText('这个文件是空的')).toBeVisible()
    expect(screen.queryByRole('button', { name: '开始上传' })).toBeNull()
    await app.user.click(await screen.findByRole('button', { name: /^继续上传 / }))
    expect(await screen.findByText(`请重新选择“${begun.name}”`)).toBeVisible()
    await app.user.upload(screen.getByLabelText('导入文件'), fileOf(6))
    expect(await screen.findByText('和上次上传的不是同一个文件')).toBeVisible()
    await app.user.upload(screen.getByLabelText('导入文件'), fileOf(5))
    const chooser = within(screen.getByRole('region', { name: '选择文件' }))
    await app.user.click(chooser.getByRole('button', { name: '继续上传' }))
    await waitFor(() => expect(sent('/start')).toHaveLength(1))
    expect(offsets()).toEqual(['2'])
    expect(sent('/imports').filter(({ method }) => method === 'POST')).toEqual([])
  })
})

describe('an import', () => {
  it('that runs shows its figures and is stopped after asking', async () => {
    serveImports([makeImport(1, { state: 'running', size: 4096, readBytes: 1024, lines: 3000, rate: 100 })])
    const { user } = editor()
    const card = within(await screen.findByRole('region', { name: '导入 films-1.ndjson' }))
    expect(card.getByRole('progressbar', { name: '导入进度' })).toHaveAttribute('value', '1024')
    expect(card.getByText('3,000')).toBeVisible()
    expect(card.getByText('大约还要 1:30')).toBeVisible()
    await user.click(card.getByRole('button', { name: '停止' }))
    const asking = within(screen.getByRole('dialog', { name: '停止导入?' }))
    expect(asking.getByText(/已经写入的作品会保留/)).toBeVisible()
    await user.click(asking.getByRole('button', { name: '停止' }))
    expect(await screen.findByText('导入将在当前批次后停止')).toBeVisible()
    expect(await card.findByText('正在停止')).toBeVisible()
    expect(card.queryByRole('button', { name: '停止' })).toBeNull()
  })

  it('that is done gives its refused lines as a file', async () => {
    const saved: Blob[] = []
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob) && 'blob:x' }))
    Object.assign(URL, { revokeObjectURL: () => undefined })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    serveImports([makeImport(1), makeImport(2, { refused: 0 })])
    const { user } = editor()
    const [row, clean] = await rowsOf()
    const figures = within(row as HTMLElement)
      .getAllByRole('cell')
      .slice(1, 7)
      .map(({ textContent }) => textContent)
    expect(figures).toEqual(['已完成', '12600 行/秒', '7', '2', '1', '2'])
    expect(within(clean as HTMLElement).queryByRole('button')).toBeNull()
    await user.click(within(row as HTMLElement).getByRole('button', { name: /^下载被拒行 / }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(await saved[0]?.text()).toContain('2\ttitle: missing')
    expect((click.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe('films-1.ndjson.refused.txt')
    vi.unstubAllGlobals()
    click.mockRestore()
  })

  it('that is done is undone step by step after asking, and names what stays', async () => {
    serveImports([makeImport(1, { undo: 'open', refused: 0 }), makeImport(2, { undo: 'none', refused: 0 })])
    const { user } = editor()
    const [row, other] = await rowsOf()
    expect(within(other as HTMLElement).queryByRole('button')).toBeNull()
    await user.click(within(row as HTMLElement).getByRole('button', { name: /^撤销 / }))
    const asking = within(screen.getByRole('dialog', { name: '撤销导入?' }))
    expect(asking.getByText(/新增的 7 部作品会删除.*它改动的 2 部/)).toBeVisible()
    await user.click(asking.getByRole('button', { name: '撤销导入' }))
    const result = within(await screen.findByRole('dialog', { name: '撤销导入' }))
    expect(await result.findByText('已撤销：8 部作品删除或恢复原样，1 部不能撤销')).toBeVisible()
    await user.click(result.getByText('1 部没有撤销'))
    expect(result.getByText('ABC-001')).toBeVisible()
    const bodies = await Promise.all(sent('/undo').map((request) => request.json()))
    expect(bodies).toEqual([{}, { cursor: '9100000000000000005' }])
    await user.click(result.getByRole('button', { name: '知道了' }))
    expect(await screen.findByText('已撤销')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^撤销 / })).toBeNull()
  })

  it('whose undo has failed goes on with it', async () => {
    serveImports([makeImport(1, { undo: 'begun', refused: 0 })])
    server.use(http.post(`${ADMIN}/imports/:id/undo`, () => failure(503, 500, '系统繁忙'), { once: true }))
    const { user } = editor()
    await user.click(await screen.findByRole('button', { name: /^继续撤销 / }))
    await user.click(screen.getByRole('button', { name: '撤销导入' }))
    expect(await screen.findByText(/撤销没有完成（系统繁忙）/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: '继续' }))
    expect(await screen.findByText(/^已撤销：8 部/)).toBeVisible()
  })

  it.each([
    [{ state: 'failed', problem: 'interrupted' }, '继续', false],
    [{ state: 'cancelled', dryRun: 1 }, '继续', true],
    [{ state: 'done', dryRun: 1 }, '正式导入', false],
  ] as const)('%j is brought on by %s', async (change, button, dryRun) => {
    serveImports([makeImport(1, { ...change, refused: 0 })])
    const { user } = editor()
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${button} `) }))
    await waitFor(async () =>
      expect(await sent('/start')[0]?.json()).toEqual({ dryRun, overrideCurated: false, mapping: '' }),
    )
    expect(await screen.findByRole('region', { name: '导入 films-1.ndjson' })).toBeVisible()
  })

  it('whose upload is given up loses its file, after asking', async () => {
    serveImports([makeImport(1, { state: 'receiving', received: 5, refused: 0 })])
    const { user } = editor()
    await user.click(await screen.findByRole('button', { name: /^放弃 / }))
    await user.click(within(screen.getByRole('dialog', { name: '放弃导入?' })).getByRole('button', { name: '放弃' }))
    await expectToast('已放弃')
    await waitFor(async () => expect((await rowsOf())[0]).toHaveTextContent('已停止'))
  })

  it('list that cannot be loaded says so and loads on retry', async () => {
    serveImports([makeImport(1)])
    server.use(http.get(`${ADMIN}/imports`, () => failure(403, 402, '没有权限', { error: 'forbidden' })))
    const { user } = editor()
    const retry = await screen.findByRole('button', { name: '点击重试' })
    serveImports([makeImport(1)])
    await user.click(retry)
    expect(await rowsOf()).toHaveLength(1)
  })
})
