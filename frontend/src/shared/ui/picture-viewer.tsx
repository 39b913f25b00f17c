import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import { ToastHost } from './toast-host.tsx'
import { useModal } from './use-modal.ts'
import { type View, ViewerGestures } from './viewer-gestures.ts'
import './picture-viewer.css'

/** A picture in two sizes, as addresses. */
export interface ViewerPicture {
  small: string
  big: string
}

interface PictureViewerProps {
  /** What the pictures are; stands before the counter. */
  label: string
  /** Alternative text of each picture. */
  alt: string
  pictures: readonly ViewerPicture[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

/** How long a picture glides to its place, as in the stylesheet. */
const GLIDE_MS = 220
const RATIO = 3 / 2

/** Pictures on the whole screen, one after another in a ring. */
export default function PictureViewer({ label, alt, pictures, index, onIndex, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const gestures = useRef<ViewerGestures | null>(null)
  const [zoomed, setZoomed] = useState(false)
  const [loaded, setLoaded] = useState<readonly string[]>([])
  const modal = useModal(dialog, onClose)

  const count = pictures.length
  // Two steps may come before the first of them shows.
  const at = useRef(index)
  const step = (by: number) => {
    at.current = (at.current + by + count) % count
    onIndex(at.current)
  }
  const latest = useRef({ step, onClose })
  useLayoutEffect(() => {
    latest.current = { step, onClose }
  })
  useLayoutEffect(() => {
    at.current = index
  }, [index])

  useEffect(() => {
    const stageElement = stage.current
    const trackElement = track.current
    if (!stageElement || !trackElement) return
    let glide: { timer: ReturnType<typeof setTimeout>; by: number } | undefined
    const arrive = () => {
      if (!glide) return
      const { timer, by } = glide
      glide = undefined
      clearTimeout(timer)
      latest.current.step(by)
    }
    const current = () => trackElement.querySelector<HTMLElement>('.viewer-slide[data-current] .viewer-picture')
    const own = new ViewerGestures(stageElement, {
      showView: (view, settling) => {
        const picture = current()
        if (picture) place(picture, view, settling)
        setZoomed(view.scale > 1)
      },
      showSwipe: ({ x, y }, settling) => {
        place(trackElement, { scale: 1, x, y }, settling)
        dialog.current?.style.setProperty('--pulled', String(Math.min(1, y / 400)))
      },
      pictureSize: () => fitted(current()?.querySelector('img') ?? null, stageElement),
      step: (by) => {
        arrive()
        place(trackElement, { scale: 1, x: -by * stageElement.clientWidth, y: 0 }, true)
        glide = { by, timer: setTimeout(arrive, isStill() ? 0 : GLIDE_MS) }
      },
      arrive,
      close: () => latest.current.onClose(),
    })
    gestures.current = own
    const stop = own.listen()
    return () => {
      clearTimeout(glide?.timer)
      stop()
    }
  }, [])

  // Another picture always starts whole and in the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is what says that the picture changed
  useLayoutEffect(() => gestures.current?.reset(), [index])

  function onKeyDown(event: KeyboardEvent) {
    const actions: Record<string, () => void> = {
      ArrowRight: () => step(1),
      ArrowLeft: () => step(-1),
      Home: () => onIndex(0),
      End: () => onIndex(count - 1),
      '+': () => gestures.current?.zoom(1),
      '=': () => gestures.current?.zoom(1),
      '-': () => gestures.current?.zoom(-1),
      '0': () => gestures.current?.zoom(0),
    }
    const action = actions[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    <dialog ref={dialog} className="viewer" aria-label={`${label} ${index + 1} / ${count}`} onKeyDown={onKeyDown}>
      <div ref={stage} className="viewer-stage" data-zoomed={zoomed || undefined}>
        <div ref={track} className="viewer-track">
          {around(index, count).map(({ at, side }) => {
            const picture = pictures[at]
            if (!picture) return null
            const current = side === 0
            // Neighbours wait with their big picture until the one on screen has come.
            const wanted = current || loaded.includes(pictures[index]?.big ?? '') || loaded.includes(picture.big)
            return (
              <div
                key={at}
                className="viewer-slide"
                data-current={current || undefined}
                aria-hidden={!current}
                style={{ '--side': side } as CSSProperties}
              >
                <div className="viewer-picture">
                  <LayeredPicture
                    picture={picture}
                    alt={alt}
                    wanted={wanted}
                    onLoad={() => setLoaded((before) => [...before, picture.big])}
                  />
                </div>
              </div>
            )
          })}
        </div>
      </div>
      <div className="viewer-top">
        <p className="viewer-count numeric" aria-live="polite">
          {index + 1} / {count}
        </p>
        <button
          type="button"
          className="viewer-button"
          aria-label={zoomed ? '缩小' : '放大'}
          onClick={() => gestures.current?.zoom(zoomed ? 0 : 1)}
        >
          <Icon name={zoomed ? 'unzoom' : 'zoom'} />
        </button>
        <button type="button" className="viewer-button" aria-label="关闭" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <button type="button" className="viewer-button viewer-before" aria-label="上一张" onClick={() => step(-1)}>
        <Icon name="back" size={26} />
      </button>
      <button type="button" className="viewer-button viewer-after" aria-label="下一张" onClick={() => step(1)}>
        <Icon name="chevron" size={26} />
      </button>
      <ToastHost of={modal} />
    </dialog>
  )
}

interface LayeredPictureProps {
  picture: ViewerPicture
  alt: string
  wanted: boolean
  onLoad: () => void
}

/** The small picture at once, the big one over it when it has come; a text when neither does. */
function LayeredPicture({ picture, alt, wanted, onLoad }: LayeredPictureProps) {
  const [bigState, setBigState] = useState<'waiting' | 'shown' | 'broken'>('waiting')
  const [smallBroken, setSmallBroken] = useState(false)
  const broken = bigState === 'broken'
  return (
    <>
      {!smallBroken && (
        <img
          className="viewer-small"
          src={picture.small}
          alt={broken ? alt : ''}
          draggable={false}
          onError={() => setSmallBroken(true)}
        />
      )}
      {wanted && !broken && (
        <img
          className="viewer-big"
          src={picture.big}
          alt={alt}
          draggable={false}
          decoding="async"
          data-shown={bigState === 'shown' || undefined}
          onLoad={() => {
            setBigState('shown')
            onLoad()
          }}
          onError={() => setBigState('broken')}
        />
      )}
      {broken && smallBroken && <p className="viewer-broken">图片加载失败</p>}
    </>
  )
}

/** The picture on screen and its neighbours in the ring, each once. */
function around(index: number, count: number) {
  return [0, 1, -1]
    .map((side) => ({ side, at: (index + side + count) % count }))
    .filter((slide, place, all) => all.findIndex((other) => other.at === slide.at) === place)
}

function place(element: HTMLElement, { scale, x, y }: View, settling: boolean): void {
  element.style.transition = settling ? '' : 'none'
  element.style.transform = scale === 1 && x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px) scale(${scale})`
}

/** Width and height of a picture that fits the stage. */
function fitted(image: HTMLImageElement | null, { clientWidth, clientHeight }: HTMLElement) {
  const ratio = image && image.naturalHeight > 0 ? image.naturalWidth / image.naturalHeight : RATIO
  const width = Math.min(clientWidth, clientHeight * ratio)
  return { width, height: width / ratio }
}

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
