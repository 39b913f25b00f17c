import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CollectNotice } from './collect-notice.tsx'

const TEXT = '已添加到默认收藏夹'

it('goes after five seconds, and is heard', () => {
  vi.useFakeTimers()
  const onGone = vi.fn()
  const { rerender } = render(<CollectNotice shown={false} onChange={vi.fn()} onGone={onGone} />)
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  rerender(<CollectNotice shown onChange={vi.fn()} onGone={onGone} />)
  expect(screen.getByRole('status')).toHaveTextContent(TEXT)
  act(() => vi.advanceTimersByTime(4999))
  expect(onGone).not.toHaveBeenCalled()
  act(() => vi.advanceTimersByTime(1))
  expect(onGone).toHaveBeenCalledOnce()
})

it('has no timer left when it was taken up before', () => {
  vi.useFakeTimers()
  const onGone = vi.fn()
  const { rerender } = render(<CollectNotice shown onChange={vi.fn()} onGone={onGone} />)
  act(() => vi.advanceTimersByTime(3000))
  rerender(<CollectNotice shown={false} onChange={vi.fn()} onGone={onGone} />)
  expect(vi.getTimerCount()).toBe(0)
})
