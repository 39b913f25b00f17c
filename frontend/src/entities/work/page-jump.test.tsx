import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { PageJump } from './page-jump.tsx'

const jump = (page: number) => (
  <MemoryRouter>
    <PageJump page={page} pages={20} />
  </MemoryRouter>
)

it('follows the page, and leaves what is being typed alone', async () => {
  const user = userEvent.setup()
  const { rerender } = render(jump(1))
  const box = screen.getByRole('textbox', { name: '页码，共 20 页' })
  rerender(jump(2))
  expect(box).toHaveValue('2')
  await user.click(box)
  await user.keyboard('1')
  rerender(jump(3))
  await user.keyboard('4')
  expect(box).toHaveValue('14')
  expect(box).toHaveFocus()
  await user.tab()
  rerender(jump(4))
  expect(box).toHaveValue('4')
})
