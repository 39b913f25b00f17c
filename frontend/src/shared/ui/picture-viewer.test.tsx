import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import PictureViewer from './picture-viewer.tsx'

const PICTURES = Array.from({ length: 5 }, (_, index) => ({ small: `/s${index}.svg`, big: `/b${index}.svg` }))
const STAGE = { width: 400, height: 800 }
const onClose = vi.fn()

function Viewer() {
  const [index, setIndex] = useState(0)
  return (
    <PictureViewer label="剧照" alt="剧照" pictures={PICTURES} index={index} onIndex={setIndex} onClose={onClose} />
  )
}

beforeEach(() => {
  // jsdom lays nothing out: everything is as large as the window, a picture as wide and 3:2.
  vi.useFakeTimers()
  onClose.mockClear()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(STAGE.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(STAGE.height)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(STAGE.width)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue((STAGE.width * 2) / 3)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, STAGE.width, STAGE.height))
  render(<Viewer />)
})

const slide = () => document.querySelector('.yarl__slide_current') as HTMLElement
const picture = () => slide().querySelector('.viewer-picture') as HTMLElement
const position = (text: string) => screen.getByText(text)

interface Press {
  id?: number
  wait?: number
  kind?: string
  on?: () => Element
}

function press(type: string, x: number, y: number, { id = 1, wait = 20, kind = 'touch', on = picture }: Press = {}) {
  act(() => void vi.advanceTimersByTime(wait))
  const event = new MouseEvent(type, { clientX: x, clientY: y, buttons: 1, bubbles: true, cancelable: true })
  Object.defineProperties(event, {
    pointerId: { value: id },
    pointerType: { value: kind },
    pageX: { value: x },
    pageY: { value: y },
    timeStamp: { value: Date.now() },
  })
  act(() => void on().dispatchEvent(event))
}

function tap(x: number, y: number, options: Press = {}) {
  press('pointerdown', x, y, options)
  press('pointerup', x, y, { ...options, wait: 20 })
}

function drag(from: [number, number], to: [number, number], wait = 20) {
  press('pointerdown', ...from)
  press('pointermove', (from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { wait })
  press('pointermove', ...to, { wait })
  press('pointerup', ...to, { wait })
}

/** How much the picture on screen is magnified, and how far it was moved, in its own pixels. */
function view() {
  const transform = slide().querySelector<HTMLElement>('.yarl__slide_wrapper')?.style.transform ?? ''
  const [scale, x, y] = [...transform.matchAll(/-?[\d.]+/g)].map(Number)
  return { scale, x, y }
}

const settle = () => act(() => void vi.advanceTimersByTime(1000))

it('counts every one of several quick swipes, also while a picture still glides', () => {
  for (let swipe = 0; swipe < 3; swipe += 1) drag([300, 100], [60, 100], 10)
  settle()
  expect(position('4 / 5')).toBeInTheDocument()
})

it('goes on with a swipe that began before the picture had changed', () => {
  drag([300, 100], [60, 100], 10)
  press('pointerdown', 300, 100)
  press('pointermove', 200, 100)
  act(() => void vi.advanceTimersByTime(100))
  press('pointermove', 60, 100)
  press('pointerup', 60, 100)
  settle()
  expect(position('3 / 5')).toBeInTheDocument()
})

it.each([
  ['to the left', [300, 400], [150, 400], '2 / 5'],
  ['to the right', [100, 400], [250, 400], '5 / 5'],
] as const)('a swipe %s turns the page', (_, from, to, expected) => {
  drag([...from], [...to])
  settle()
  expect(position(expected)).toBeInTheDocument()
})

it('a short and slow swipe glides back', () => {
  drag([200, 400], [290, 400], 400)
  settle()
  expect(position('1 / 5')).toBeInTheDocument()
})

it('a pull downwards closes, a pull upwards does not', () => {
  drag([200, 500], [205, 300])
  expect(onClose).not.toHaveBeenCalled()
  settle()
  drag([200, 300], [205, 500])
  expect(onClose).toHaveBeenCalledOnce()
})

it('a double tap magnifies where it was', () => {
  tap(300, 400)
  tap(300, 400)
  expect(view()).toEqual({ scale: 2.5, x: -60, y: 0 })
})

it('two slow taps do nothing', () => {
  tap(300, 400)
  tap(300, 400, { wait: 500 })
  expect(view().scale).toBe(1)
  expect(onClose).not.toHaveBeenCalled()
})

it('two fingers magnify within bounds and do not turn the page', () => {
  press('pointerdown', 150, 400, { id: 1 })
  press('pointerdown', 250, 400, { id: 2 })
  press('pointermove', 100, 400, { id: 1 })
  press('pointermove', 300, 400, { id: 2 })
  expect(view().scale).toBe(2)
  press('pointermove', -900, 400, { id: 1 })
  expect(view().scale).toBe(5)
  press('pointermove', 299, 400, { id: 1 })
  expect(view().scale).toBe(1)
  press('pointerup', 299, 400, { id: 1 })
  press('pointerup', 300, 400, { id: 2 })
  settle()
  expect(position('1 / 5')).toBeInTheDocument()
})

it('a drag moves the magnified picture up to its edge and does not turn the page', () => {
  tap(200, 400)
  tap(200, 400)
  drag([200, 400], [250, 420])
  expect(view()).toEqual({ scale: 2.5, x: 20, y: 0 })
  settle()
  drag([0, 400], [399, 400])
  expect(view().x).toBe((400 * 2.5 - 400) / 2 / 2.5)
  settle()
  expect(position('1 / 5')).toBeInTheDocument()
})

it('the wheel magnifies about the mouse and keeps the page still', () => {
  const wheel = (deltaY: number) => {
    const event = new WheelEvent('wheel', { deltaY, clientX: 300, clientY: 400, bubbles: true, cancelable: true })
    Object.defineProperties(event, { pageX: { value: 300 }, pageY: { value: 400 } })
    fireEvent(picture(), event)
    return event
  }
  expect(wheel(-300).defaultPrevented).toBe(true)
  expect(view().scale).toBeGreaterThan(1.5)
  expect(view().x).toBeLessThan(0)
  wheel(900)
  expect(view()).toEqual({ scale: 1, x: 0, y: 0 })
})

it('a click beside the picture closes, one on it does not', () => {
  tap(200, 400, { kind: 'mouse' })
  expect(onClose).not.toHaveBeenCalled()
  tap(20, 20, { kind: 'mouse', wait: 600, on: slide })
  expect(onClose).toHaveBeenCalledOnce()
})
