/** Where a picture stands: magnified by `scale` about the middle of the stage, then moved. */
export interface View {
  scale: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

/** What the gestures do to the viewer around them. */
export interface GestureTarget {
  /** Shows the current picture at `view`; `settling` means it glides there. */
  showView: (view: View, settling: boolean) => void
  /** Moves the row of pictures while a swipe is under way. */
  showSwipe: (offset: Point, settling: boolean) => void
  /** Width and height of the picture as it lies on the stage at scale 1. */
  pictureSize: () => { width: number; height: number }
  step: (by: 1 | -1) => void
  /** A finger comes down: what still glides is there now. */
  arrive: () => void
  close: () => void
}

const AT_REST: View = { scale: 1, x: 0, y: 0 }
const SCALE_MAX = 5
/** Scale a double tap goes to. */
const DOUBLE_TAP_SCALE = 2.5
const TAP_MS = 300
const TAP_MOVE = 10
/** Part of the stage a swipe has to cover, unless it is quick. */
const SWIPE_PART = 0.25
/** Pixels per millisecond that make a swipe quick. */
const SWIPE_SPEED = 0.4
/** Pixels a pull downwards needs to close. */
const PULL_CLOSE = 120
const WHEEL_SPEED = 0.0022
const KEY_ZOOM = 1.5

type Drag = 'undecided' | 'swipe' | 'pull' | 'pan'

/** Touch, mouse and wheel on a full-screen picture: swipe, pull to close, pinch, double tap, drag and wheel zoom. */
export class ViewerGestures {
  readonly #stage: HTMLElement
  readonly #target: GestureTarget
  readonly #pointers = new Map<number, Point>()
  #view: View = AT_REST
  #drag: Drag = 'undecided'
  #start = { view: AT_REST, at: { x: 0, y: 0 }, distance: 0, time: 0, onPicture: false, several: false }
  #lastTap = { time: Number.NEGATIVE_INFINITY, at: { x: 0, y: 0 } }

  constructor(stage: HTMLElement, target: GestureTarget) {
    this.#stage = stage
    this.#target = target
  }

  /** Listens until the answer is called. */
  listen(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    const stage = this.#stage
    stage.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    stage.addEventListener('pointermove', (event) => this.#move(event), { signal })
    stage.addEventListener('pointerup', (event) => this.#up(event, true), { signal })
    stage.addEventListener('pointercancel', (event) => this.#up(event, false), { signal })
    stage.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
    return () => stop.abort()
  }

  /** Back to the whole picture at once; a swipe that has begun goes on. */
  reset(): void {
    this.#view = AT_REST
    this.#start.view = AT_REST
    if (this.#drag === 'pan') this.#drag = 'undecided'
    this.#target.showView(AT_REST, false)
    if (this.#drag === 'undecided') this.#target.showSwipe({ x: 0, y: 0 }, false)
  }

  /** Magnifies about the middle: 1 is a step closer, -1 a step back, 0 the whole picture. */
  zoom(direction: 1 | -1 | 0): void {
    const scale = direction === 0 ? 1 : this.#view.scale * KEY_ZOOM ** direction
    this.#zoomAt({ x: 0, y: 0 }, scale, true)
  }

  /** Whether the picture is larger than the stage shows at rest. */
  get zoomed(): boolean {
    return this.#view.scale > 1
  }

  /** A pointer's place, counted from the middle of the stage. */
  #point(event: MouseEvent): Point {
    const box = this.#stage.getBoundingClientRect()
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
  }

  #show(view: View, settling: boolean): void {
    this.#view = view
    this.#target.showView(view, settling)
  }

  /** Keeps the picture's edges at or beyond the stage's. */
  #bounded({ scale, x, y }: View): View {
    const { width, height } = this.#target.pictureSize()
    const limit = (value: number, picture: number, stage: number) => {
      const slack = Math.max(0, (picture * scale - stage) / 2)
      return Math.min(slack, Math.max(-slack, value))
    }
    return { scale, x: limit(x, width, this.#stage.clientWidth), y: limit(y, height, this.#stage.clientHeight) }
  }

  #zoomAt(at: Point, wanted: number, settling: boolean): void {
    const scale = Math.min(SCALE_MAX, Math.max(1, wanted))
    const ratio = scale / this.#view.scale
    const view = { scale, x: at.x - (at.x - this.#view.x) * ratio, y: at.y - (at.y - this.#view.y) * ratio }
    this.#show(this.#bounded(view), settling)
  }

  #down(event: PointerEvent): void {
    if (event.button !== 0) return
    if (this.#pointers.size === 0) {
      this.#start.several = false
      this.#target.arrive()
    }
    this.#pointers.set(event.pointerId, this.#point(event))
    if (this.#pointers.size > 2) return
    this.#stage.setPointerCapture?.(event.pointerId)
    this.#begin(event)
  }

  /** Notes where the fingers and the picture are now; what follows is measured from here. */
  #begin(event: PointerEvent): void {
    const [first, second] = [...this.#pointers.values()]
    if (!first) return
    if (second) this.#target.showSwipe({ x: 0, y: 0 }, true)
    this.#drag = this.zoomed ? 'pan' : 'undecided'
    this.#start = {
      view: this.#view,
      at: second ? middle(first, second) : first,
      distance: second ? distance(first, second) : 0,
      time: event.timeStamp,
      onPicture: event.target instanceof HTMLImageElement,
      several: this.#start.several || second !== undefined,
    }
  }

  #move(event: PointerEvent): void {
    if (!this.#pointers.has(event.pointerId)) return
    this.#pointers.set(event.pointerId, this.#point(event))
    const [first, second] = [...this.#pointers.values()]
    if (!first) return
    if (second) this.#pinch(first, second)
    else this.#dragTo(first)
  }

  #pinch(first: Point, second: Point): void {
    const { view, at, distance: before } = this.#start
    const now = middle(first, second)
    const scale = Math.min(SCALE_MAX, Math.max(1, (view.scale * distance(first, second)) / Math.max(1, before)))
    const ratio = scale / view.scale
    this.#show(this.#bounded({ scale, x: now.x - (at.x - view.x) * ratio, y: now.y - (at.y - view.y) * ratio }), false)
  }

  #dragTo(now: Point): void {
    const { view, at } = this.#start
    const x = now.x - at.x
    const y = now.y - at.y
    if (this.#drag === 'undecided' && Math.hypot(x, y) > TAP_MOVE) {
      // A finger left over from a pinch must not turn the page.
      if (!this.#start.several) this.#drag = Math.abs(x) >= Math.abs(y) ? 'swipe' : 'pull'
    }
    if (this.#drag === 'pan') this.#show(this.#bounded({ ...view, x: view.x + x, y: view.y + y }), false)
    else if (this.#drag === 'swipe') this.#target.showSwipe({ x, y: 0 }, false)
    else if (this.#drag === 'pull') this.#target.showSwipe({ x: 0, y: Math.max(0, y) }, false)
  }

  #up(event: PointerEvent, done: boolean): void {
    const from = this.#pointers.get(event.pointerId)
    if (!from) return
    const last = this.#point(event)
    this.#pointers.delete(event.pointerId)
    if (this.#pointers.size > 0) {
      this.#begin(event)
      return
    }
    const { at, time } = this.#start
    const moved = { x: last.x - at.x, y: last.y - at.y }
    const elapsed = Math.max(1, event.timeStamp - time)
    const drag = this.#drag
    this.#drag = 'undecided'
    if (drag === 'swipe' && done) this.#endSwipe(moved.x, elapsed)
    else if (drag === 'pull' && done && moved.y > PULL_CLOSE) this.#target.close()
    else if (drag === 'swipe' || drag === 'pull') this.#target.showSwipe({ x: 0, y: 0 }, true)
    else if (done && !this.#start.several && elapsed < TAP_MS && Math.hypot(moved.x, moved.y) <= TAP_MOVE) {
      this.#tap(event, last)
    }
  }

  #endSwipe(moved: number, elapsed: number): void {
    const far = Math.abs(moved) > this.#stage.clientWidth * SWIPE_PART
    const quick = Math.abs(moved) / elapsed > SWIPE_SPEED
    if (far || quick) this.#target.step(moved < 0 ? 1 : -1)
    else this.#target.showSwipe({ x: 0, y: 0 }, true)
  }

  #tap(event: PointerEvent, at: Point): void {
    const { time, at: before } = this.#lastTap
    const double = event.timeStamp - time < TAP_MS && distance(at, before) < TAP_MOVE * 3
    this.#lastTap = { time: double ? Number.NEGATIVE_INFINITY : event.timeStamp, at }
    if (double) this.#zoomAt(at, this.zoomed ? 1 : DOUBLE_TAP_SCALE, true)
    else if (event.pointerType === 'mouse' && !this.#start.onPicture) this.#target.close()
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) && !event.ctrlKey) return
    // A pinch on a trackpad arrives as a wheel with ctrl and small steps.
    const speed = event.ctrlKey ? WHEEL_SPEED * 4 : WHEEL_SPEED
    this.#zoomAt(this.#point(event), this.#view.scale * Math.exp(-event.deltaY * speed), false)
  }
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
