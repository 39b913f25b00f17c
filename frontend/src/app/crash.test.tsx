import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '@/testing/render-app.tsx'

vi.mock('@/features/navigation/header.tsx', () => ({
  Header: () => {
    throw new Error('the header is broken')
  },
}))

it('a crash of the frame itself says so in Chinese, and offers to load anew', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderApp('/index')
  expect(await screen.findByText('页面出错了')).toBeVisible()
  expect(screen.getByRole('button', { name: '刷新' })).toBeVisible()
})
