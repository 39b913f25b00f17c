import { beforeEach, expect, it, vi } from 'vitest'
import { type View, ViewerGestures } from './viewer-gestures.ts'

const STAGE = { width: 400, height: 800 }
let stage: HTMLElement
let view: View
let time = 0
const step = vi.fn()
const close = vi.fn()
const showSwipe = vi.fn()

beforeEach(() => {
  stage = document.createElement('div')
  const picture = document.createElement('img')
  stage.append(picture)
  for (const side of ['Width', 'Height'] as const)
    Object.defineProperty(stage, `client${side}`, { value: side === 'Width' ? STAGE.width : STAGE.height })
  stage.getBoundingClientRect = () => new DOMRect(0, 0, STAGE.width, STAGE.height)
  vi.clearAllMocks()
  view = { scale: 1, x: 0, y: 0 }
  new ViewerGestures(stage, {
    showView: (next) => {
      view = next
    },
    showSwipe,
    pictureSize: () => ({ width: 400, height: 300 }),
    step,
    arrive: () => undefined,
    close,
  }).listen()
})

interface Press {
  id?: number
  wait?: number
  kind?: string
  on?: Element
}

function press(type: string, x: number, y: number, { id = 1, wait = 20, kind = 'touch', on = stage }: Press = {}) {
  time += wait
  const event = new MouseEvent(type, { clientX: x, clientY: y, bubbles: true, cancelable: true })
  Object.defineProperties(event, {
    pointerId: { value: id },
    pointerType: { value: kind },
    timeStamp: { value: time },
  })
  on.dispatchEvent(event)
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

it.each([
  ['to the left', [300, 400], [150, 400], 1],
  ['to the right', [100, 400], [250, 400], -1],
] as const)('a swipe %s turns the page', (_, from, to, by) => {
  drag([...from], [...to])
  expect(step).toHaveBeenCalledExactlyOnceWith(by)
})

it('a short and slow swipe glides back', () => {
  drag([200, 400], [240, 400], 400)
  expect(step).not.toHaveBeenCalled()
  expect(showSwipe).toHaveBeenLastCalledWith({ x: 0, y: 0 }, true)
})

it('a pull downwards closes, a pull upwards does not', () => {
  drag([200, 500], [205, 300])
  expect(close).not.toHaveBeenCalled()
  drag([200, 300], [205, 500])
  expect(close).toHaveBeenCalledOnce()
})

it('a double tap magnifies where it was and back again', () => {
  tap(300, 400)
  tap(300, 400)
  expect(view.scale).toBe(2.5)
  expect(view.x).toBe(-150)
  tap(300, 400, { wait: 500 })
  tap(300, 400)
  expect(view).toEqual({ scale: 1, x: 0, y: 0 })
})

it('two slow taps do nothing', () => {
  tap(300, 400)
  tap(300, 400, { wait: 500 })
  expect(view.scale).toBe(1)
  expect(close).not.toHaveBeenCalled()
})

it('two fingers magnify within bounds and do not turn the page', () => {
  press('pointerdown', 150, 400, { id: 1 })
  press('pointerdown', 250, 400, { id: 2 })
  press('pointermove', 100, 400, { id: 1 })
  press('pointermove', 300, 400, { id: 2 })
  expect(view.scale).toBe(2)
  press('pointermove', -900, 400, { id: 1 })
  expect(view.scale).toBe(5)
  press('pointermove', 299, 400, { id: 1 })
  expect(view.scale).toBe(1)
  press('pointerup', 299, 400, { id: 1 })
  press('pointermove', 100, 400, { id: 2 })
  press('pointerup', 100, 400, { id: 2 })
  expect(step).not.toHaveBeenCalled()
})

it('a drag moves the magnified picture up to its edge', () => {
  tap(200, 400)
  tap(200, 400)
  drag([200, 400], [250, 420])
  expect(view).toEqual({ scale: 2.5, x: 50, y: 0 })
  drag([0, 400], [399, 400])
  expect(view.x).toBe((400 * 2.5 - 400) / 2)
  expect(step).not.toHaveBeenCalled()
})

it('the wheel magnifies about the mouse and keeps the page still', () => {
  const wheel = new WheelEvent('wheel', { deltaY: -300, clientX: 300, clientY: 400, cancelable: true })
  stage.dispatchEvent(wheel)
  expect(wheel.defaultPrevented).toBe(true)
  expect(view.scale).toBeGreaterThan(1.5)
  expect(view.x).toBeLessThan(0)
  stage.dispatchEvent(new WheelEvent('wheel', { deltaY: 900, clientX: 300, clientY: 400, cancelable: true }))
  expect(view).toEqual({ scale: 1, x: 0, y: 0 })
})

it('a click beside the picture closes, one on it does not', () => {
  tap(200, 400, { kind: 'mouse', on: stage.querySelector('img') ?? stage })
  expect(close).not.toHaveBeenCalled()
  tap(20, 20, { kind: 'mouse', wait: 500 })
  expect(close).toHaveBeenCalledOnce()
})
