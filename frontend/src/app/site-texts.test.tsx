import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN } from '@/testing/admin.ts'
import { makeUserInfo } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'
import { expectToast } from '@/testing/toasts.ts'

const words = vi.hoisted(() => ({ name: '山谷影库', logo: '', announcement: '', footer: '' }))
const media = vi.hoisted(() => ({ isHere: true }))
vi.mock('@/shared/api/app-config.ts', async (original) => ({
  ...(await original<typeof import('@/shared/api/app-config.ts')>()),
  siteTexts: () => words,
  logoShape: (path: string) => (path === 'uploads/ab/wide.png' ? '240 / 80' : undefined),
  hasPictures: () => media.isHere,
}))

beforeEach(() => {
  Object.assign(words, { name: '山谷影库', logo: '', announcement: '', footer: '' })
  media.isHere = true
})

describe("the site's own words", () => {
  it('name it in the header and the title', async () => {
    renderApp('/index')
    expect(await screen.findByRole('link', { name: '山谷影库 首页' })).toHaveTextContent('山谷影库')
    await waitFor(() => expect(document.title).toBe('首页 - 山谷影库'))
  })

  it('have a logo beside them, the drawn one if it cannot be loaded', async () => {
    words.logo = 'uploads/ab/cd.png'
    renderApp('/index')
    const home = await screen.findByRole('link', { name: '山谷影库 首页' })
    const picture = within(home).getByRole('presentation')
    expect(picture).toHaveAttribute('srcset', expect.stringMatching(/^\/media\/uploads\/ab\/cd\.png\?w=240 240w,/))
    fireEvent.error(picture)
    expect(within(home).queryByRole('presentation')).toBeNull()
    expect(home.querySelector('svg')).toBeVisible()
  })

  it('leave the logo its room before it is loaded', async () => {
    const logo = async () =>
      within(await screen.findByRole('link', { name: '山谷影库 首页' })).getByRole<HTMLImageElement>('presentation')
    words.logo = 'uploads/ab/wide.png'
    renderApp('/index')
    expect((await logo()).style.aspectRatio).toBe('240 / 80')
    cleanup()
    words.logo = 'uploads/ab/other.png'
    renderApp('/index')
    expect((await logo()).style.aspectRatio).toBe('')
  })

  it('stand at the foot of home and of the age question', async () => {
    words.footer = '仅供成年人访问。'
    renderApp('/index', { confirmed: false })
    expect(await screen.findByText('仅供成年人访问。')).toBeVisible()
    cleanup()
    renderApp('/login')
    expect(await screen.findByText('仅供成年人访问。')).toBeVisible()
  })

  it('announce something until it is closed, and the next announcement again', async () => {
    words.announcement = '周日凌晨维护一小时。'
    const { user } = renderApp('/login')
    expect(await screen.findByText('周日凌晨维护一小时。')).toBeVisible()
    await user.click(screen.getByRole('button', { name: '关闭公告' }))
    expect(screen.queryByText('周日凌晨维护一小时。')).toBeNull()
    cleanup()
    renderApp('/login')
    await screen.findByRole('navigation', { name: '关于本站' })
    expect(screen.queryByText('周日凌晨维护一小时。')).toBeNull()
    cleanup()
    words.announcement = '新的公告'
    renderApp('/login')
    expect(await screen.findByText('新的公告')).toBeVisible()
  })
})

it('an address in the announcement is a link', async () => {
  words.announcement = '迁移说明：https://status.example/2026 请看'
  renderApp('/login')
  const link = await screen.findByRole('link', { name: 'https://status.example/2026' })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', expect.stringContaining('noreferrer'))
})

describe('the form of the words', () => {
  const STORED = {
    name: '山谷影库',
    logo: '',
    announcement: '',
    footer: '',
    planNotice: '',
    visitorCopies: 3,
    memberCopies: 100,
    questions: 50,
    closedChannels: [],
    blockedWords: [],
    version: 3,
    updateTime: '2026-01-02 08:00:00',
  }

  function serve(permissions = ['settings:view', 'settings:edit']) {
    serveMember()
    server.use(
      http.get(`${API}/user/getInfo`, () => HttpResponse.json(makeUserInfo({ roles: ['admin'], permissions }))),
      http.get(`${ADMIN}/settings`, () => HttpResponse.json({ code: 200, msg: '操作成功', rows: [], total: 0 })),
      http.get(`${ADMIN}/site`, () => HttpResponse.json({ code: 200, msg: '操作成功', data: STORED })),
    )
  }
  const bodies = async () =>
    Promise.all(requests.filter(({ url }) => url.endsWith('/admin/site/edit')).map((request) => request.clone().json()))

  it('sends what was changed with the version that was shown', async () => {
    serve()
    server.use(http.post(`${ADMIN}/site/edit`, () => HttpResponse.json({ code: 200, msg: '操作成功' })))
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    await user.type(await form.findByRole('textbox', { name: '公告' }), '周日维护')
    await user.click(form.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await bodies()).toEqual([{ version: 3, announcement: '周日维护' }])
  })

  it('uploads a logo, and goes back to the drawn one', async () => {
    serve()
    const path = 'uploads/ab/cd.png'
    server.use(
      http.post(`${ADMIN}/pictures`, () =>
        HttpResponse.json({ code: 200, msg: '操作成功', data: { path, width: 64, height: 64 } }),
      ),
      http.post(`${ADMIN}/site/edit`, () => HttpResponse.json({ code: 200, msg: '操作成功' })),
    )
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    const chosen = await form.findByLabelText('上传Logo')
    const gif = new File(['x'], 'logo.gif', { type: 'image/gif' })
    fireEvent.drop(form.getByRole('group', { name: 'Logo' }), { dataTransfer: { types: ['Files'], files: [gif] } })
    expect(await form.findByText('请上传 JPEG、PNG、WebP 或 AVIF 图片')).toBeVisible()
    await user.upload(chosen, new File(['x'], 'logo.png', { type: 'image/png' }))
    await user.click(await form.findByRole('button', { name: '用默认的' }))
    expect(form.queryByRole('button', { name: '用默认的' })).toBeNull()
    await user.upload(chosen, new File(['x'], 'logo.png', { type: 'image/png' }))
    await form.findByRole('button', { name: '用默认的' })
    await user.click(form.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await bodies()).toEqual([{ version: 3, logo: path }])
  })

  it('says why there is no logo to choose where another host has the pictures', async () => {
    media.isHere = false
    serve()
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    expect(await form.findByText(/^Logo 不能在这里上传：图片由其他主机提供/)).toBeVisible()
    expect(form.queryByRole('group', { name: 'Logo' })).toBeNull()
    expect(form.getByRole('textbox', { name: '网站名称' })).toBeVisible()
  })

  it('asks for a name, and says how long words may be', async () => {
    serve()
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    const name = await form.findByRole('textbox', { name: '网站名称' })
    await user.clear(name)
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('请填写网站名称')).toBeVisible()
    await user.type(name, '一二三四五六七八九十一二三')
    await user.click(form.getByRole('button', { name: '保存' }))
    expect(await form.findByText('网站名称最多12个字符')).toBeVisible()
    expect(await bodies()).toEqual([])
  })

  it('keeps what was typed when somebody else has changed the words', async () => {
    serve()
    server.use(
      http.post(
        `${ADMIN}/site/edit`,
        () => failure(409, 402, '其他人刚刚改过，请核对后再保存', { error: 'edit_conflict' }),
        { once: true },
      ),
    )
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    await user.type(await form.findByRole('textbox', { name: '页脚' }), '我的')
    server.use(
      http.get(`${ADMIN}/site`, () =>
        HttpResponse.json({ code: 200, msg: '操作成功', data: { ...STORED, announcement: '别人的', version: 4 } }),
      ),
    )
    await user.click(form.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(form.getByRole('textbox', { name: '公告' })).toHaveValue('别人的'))
    expect(form.getByRole('textbox', { name: '页脚' })).toHaveValue('我的')
  })

  it('changes a limit in three presses', async () => {
    serve()
    server.use(http.post(`${ADMIN}/site/edit`, () => HttpResponse.json({ code: 200, msg: '操作成功' })))
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '限额与支付' }))
    const form = within(await screen.findByRole('dialog', { name: '限额与支付' }))
    const limit = await form.findByRole('textbox', { name: '会员每天可复制的磁链' })
    await user.clear(limit)
    await user.type(limit, '50')
    await user.selectOptions(form.getByRole('combobox', { name: '支付方式' }), '关闭微信支付')
    await user.click(form.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect(await bodies()).toEqual([{ version: 3, memberCopies: 50, closedChannels: ['weixin'] }])
  })

  it('changes a limit from its row, with the value ready to be replaced', async () => {
    serve()
    server.use(http.post(`${ADMIN}/site/edit`, () => HttpResponse.json({ code: 200, msg: '操作成功' })))
    const { user } = renderApp('/admin/settings')
    const row = within(await screen.findByRole('row', { name: /会员每天可复制的磁链/ }))
    expect(await row.findByText('100')).toBeVisible()
    await user.click(row.getByRole('button', { name: '修改 会员每天可复制的磁链' }))
    const limit = await screen.findByRole<HTMLInputElement>('textbox', { name: '会员每天可复制的磁链' })
    expect(limit).toHaveFocus()
    await user.keyboard('120{Enter}')
    await expectToast('已保存')
    expect(await bodies()).toEqual([{ version: 3, memberCopies: 120 }])
  })

  it('finds a limit by a part of its name', async () => {
    serve()
    renderApp('/admin/settings?keyword=屏蔽')
    expect(await screen.findByRole('row', { name: /屏蔽词/ })).toBeVisible()
    expect(screen.queryByRole('row', { name: /磁链/ })).toBeNull()
  })

  it('keeps every field when the other version is followed by an invalid value', async () => {
    serve()
    const refusals = [
      failure(409, 402, '其他人刚刚改过，请核对后再保存', { error: 'edit_conflict' }),
      failure(400, 400, '请上传Logo图片', { error: 'bad_request' }),
    ]
    server.use(
      http.post(`${ADMIN}/site/edit`, () => refusals.shift() ?? HttpResponse.json({ code: 200, msg: '操作成功' })),
    )
    const { user } = renderApp('/admin/settings')
    await user.click(await screen.findByRole('button', { name: '网站信息' }))
    const form = within(await screen.findByRole('dialog', { name: '网站信息' }))
    await user.type(await form.findByRole('textbox', { name: '公告' }), '我的公告')
    await user.type(form.getByRole('textbox', { name: '页脚' }), '我的页脚')
    server.use(
      http.get(`${ADMIN}/site`, () =>
        HttpResponse.json({ code: 200, msg: '操作成功', data: { ...STORED, announcement: '别人的', version: 4 } }),
      ),
    )
    const expectMine = () => {
      expect(form.getByRole('textbox', { name: '公告' })).toHaveValue('我的公告')
      expect(form.getByRole('textbox', { name: '页脚' })).toHaveValue('我的页脚')
    }
    await user.click(await form.findByRole('button', { name: '保存' }))
    // What both have changed is to be decided; nothing of one's own is gone.
    expect(await form.findByText('别人的')).toBeVisible()
    expectMine()
    await user.click(await form.findByRole('button', { name: '保存' }))
    await expectToast('请上传Logo图片')
    expectMine()
    // The same once more, at once, would be too fast.
    await user.type(form.getByRole('textbox', { name: '页脚' }), '二')
    await user.click(form.getByRole('button', { name: '保存' }))
    await expectToast('已保存')
    expect((await bodies()).map(({ version }) => version)).toEqual([3, 4, 4])
    expect((await bodies())[2]).toEqual({ version: 4, announcement: '我的公告', footer: '我的页脚二' })
  })

  it('is not offered without the permission', async () => {
    serve(['settings:view'])
    renderApp('/admin/settings')
    await screen.findByText('没有符合的设置')
    expect(screen.queryByRole('button', { name: '网站信息' })).toBeNull()
  })
})
