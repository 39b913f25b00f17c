import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useSeenPart } from './use-seen-part.ts'

const viewport = vi.hoisted(() => {
  const made = Object.assign(new EventTarget(), { height: 768, offsetTop: 0, scale: 1 })
  Object.defineProperty(window, 'visualViewport', { configurable: true, value: made })
  return made
})

function Sheet() {
  const sheet = useRef<HTMLDivElement>(null)
  useSeenPart(sheet)
  return (
    <div ref={sheet} role="dialog" aria-label="表单">
      <input aria-label="页脚" />
    </div>
  )
}

function seen(height: number) {
  viewport.height = height
  act(() => void viewport.dispatchEvent(new Event('resize')))
}

it('a field stays in sight when the keyboard comes, and nothing scrolls when it goes', () => {
  render(<Sheet />)
  const field = screen.getByRole('textbox', { name: '页脚' })
  const scroll = vi.fn()
  field.scrollIntoView = scroll
  seen(500)
  expect(scroll).not.toHaveBeenCalled()
  seen(768)
  field.focus()
  seen(400)
  expect(screen.getByRole('dialog').style.getPropertyValue('--covered')).toBe('368px')
  expect(scroll).toHaveBeenCalledTimes(1)
  seen(768)
  expect(scroll).toHaveBeenCalledTimes(1)
})
