import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import PictureViewer from './picture-viewer.tsx'

const PICTURES = Array.from({ length: 5 }, (_, index) => ({ small: `/s${index}.svg`, big: `/b${index}.svg` }))

function Viewer() {
  const [index, setIndex] = useState(0)
  return (
    <PictureViewer
      label="剧照"
      alt="剧照"
      pictures={PICTURES}
      index={index}
      onIndex={setIndex}
      onClose={() => undefined}
    />
  )
}

function pointer(type: string, x: number, time: number) {
  const stage = document.querySelector('.viewer-stage') as HTMLElement
  const event = new MouseEvent(type, { clientX: x, clientY: 100, bubbles: true })
  Object.defineProperties(event, {
    pointerId: { value: 1 },
    pointerType: { value: 'touch' },
    timeStamp: { value: time },
  })
  act(() => void stage.dispatchEvent(event))
}

function swipe(at: number) {
  pointer('pointerdown', 300, at)
  pointer('pointermove', 200, at + 20)
  pointer('pointermove', 60, at + 40)
  pointer('pointerup', 60, at + 50)
}

it('counts every one of several quick swipes, also while a picture still glides', () => {
  vi.useFakeTimers()
  render(<Viewer />)
  for (const at of [1000, 1080, 1160]) {
    swipe(at)
    act(() => void vi.advanceTimersByTime(30))
  }
  act(() => void vi.runAllTimers())
  expect(screen.getByText('4 / 5')).toBeInTheDocument()
})

it('goes on with a swipe that began before the picture had changed', () => {
  vi.useFakeTimers()
  render(<Viewer />)
  swipe(1000)
  pointer('pointerdown', 300, 1080)
  pointer('pointermove', 200, 1100)
  act(() => void vi.advanceTimersByTime(300))
  pointer('pointermove', 60, 1120)
  pointer('pointerup', 60, 1130)
  act(() => void vi.runAllTimers())
  expect(screen.getByText('3 / 5')).toBeInTheDocument()
})
