import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import { servePermissions } from '@/testing/admin.ts'
import { makeDetail, makeWork } from '@/testing/factories.ts'
import { serveMember } from '@/testing/member.ts'
import { renderApp } from '@/testing/render-app.tsx'
import { API, failure, requests, server } from '@/testing/server.ts'

const WORK = makeWork(1)
const reports = () => requests.filter(({ url }) => new URL(url).pathname.endsWith('/v2/report'))

async function openReport({ captcha = true } = {}) {
  server.use(
    http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK))),
    http.post(`${API}/report`, () => HttpResponse.json({ code: 200, msg: '操作成功' })),
  )
  const { user } = renderApp(`/censored/${WORK.id}`)
  await user.click(await screen.findByRole('button', { name: '举报此作品' }))
  const dialog = within(await screen.findByRole('dialog', { name: '举报 ABCD-1' }))
  if (captcha) await dialog.findByRole('img', { name: '验证码图片' })
  return { user, dialog }
}

it('anybody reports a work with a reason, words and a way to be reached, and is thanked', async () => {
  const { user, dialog } = await openReport()
  // What players report is not among them.
  const reasons = dialog.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
  expect(reasons).toEqual(['侵犯版权', '侵犯隐私或肖像', '未经当事人同意', '涉及未成年人', '信息有误', '其他'])
  await user.click(dialog.getByRole('radio', { name: '信息有误' }))
  await user.type(dialog.getByRole('textbox', { name: '说明（选填）' }), ' 片长不对 ')
  await user.type(dialog.getByRole('textbox', { name: '联系方式（选填）' }), 'reader@example.org')
  await user.type(dialog.getByRole('textbox', { name: '验证码' }), ' K7RX ')
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await dialog.findByText(/已收到您的举报/)).toBeVisible()
  expect(await reports()[0]?.json()).toEqual({
    dataId: WORK.id,
    reason: 'wrong',
    detail: '片长不对',
    contact: 'reader@example.org',
    code: 'K7RX',
    uuid: expect.stringMatching(/^captcha-/),
  })
  await user.click(dialog.getByRole('button', { name: '完成' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a reason and the captcha are all that is needed', async () => {
  const { user, dialog } = await openReport()
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await dialog.findByText('请选择举报原因')).toBeVisible()
  expect(reports()).toEqual([])
  await user.click(dialog.getByRole('radio', { name: '侵犯版权' }))
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await dialog.findByText('请输入4位验证码')).toBeVisible()
  expect(reports()).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: '验证码' }), 'K7RX')
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await dialog.findByText(/已收到您的举报/)).toBeVisible()
  expect(await reports()[0]?.json()).toMatchObject({ dataId: WORK.id, reason: 'copyright', code: 'K7RX' })
})

it('the form takes no more than the server does', async () => {
  const { dialog } = await openReport()
  expect(dialog.getByRole('textbox', { name: '说明（选填）' })).toHaveAttribute('maxlength', '500')
  expect(dialog.getByRole('textbox', { name: '联系方式（选填）' })).toHaveAttribute('maxlength', '120')
})

it('a refused report says why and keeps what was written', async () => {
  const { user, dialog } = await openReport()
  server.use(http.post(`${API}/report`, () => failure(429, 402, '举报太频繁')))
  await user.click(dialog.getByRole('radio', { name: '其他' }))
  await user.type(dialog.getByRole('textbox', { name: '说明（选填）' }), '封面不对')
  await user.type(dialog.getByRole('textbox', { name: '验证码' }), 'K7RX')
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await screen.findByText('举报太频繁')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: '说明（选填）' })).toHaveValue('封面不对')
})

it('a wrong captcha is said at its field, and another picture comes', async () => {
  const { user, dialog } = await openReport()
  server.use(http.post(`${API}/report`, () => failure(422, 402, '验证码错误', { error: 'captcha_wrong' })))
  await user.click(dialog.getByRole('radio', { name: '其他' }))
  const code = dialog.getByRole('textbox', { name: '验证码' })
  await user.type(code, 'AAAA')
  const captchas = () => requests.filter(({ url }) => url.endsWith('/user/captcha')).length
  const before = captchas()
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription('验证码错误'))
  expect(code).toHaveValue('')
  await waitFor(() => expect(captchas()).toBe(before + 1))
})

it('a member reads no captcha', async () => {
  serveMember()
  const { user, dialog } = await openReport({ captcha: false })
  expect(dialog.queryByRole('textbox', { name: '验证码' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: '侵犯版权' }))
  await user.click(dialog.getByRole('button', { name: '提交举报' }))
  expect(await dialog.findByText(/已收到您的举报/)).toBeVisible()
  expect(await reports()[0]?.json()).toEqual({ dataId: WORK.id, reason: 'copyright' })
})

it('only operators who may edit works are led from a work to its form', async () => {
  serveMember()
  server.use(http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK))))
  servePermissions(['orders:view'])
  const { client } = renderApp(`/censored/${WORK.id}`)
  expect(await screen.findByRole('button', { name: '举报此作品' })).toBeVisible()
  expect(screen.queryByRole('link', { name: '编辑此作品' })).toBeNull()
  servePermissions(['works:edit'])
  await client.invalidateQueries()
  const link = await screen.findByRole('link', { name: '编辑此作品' })
  expect(link).toHaveAttribute('href', `/admin/works?open=${WORK.id}`)
})
