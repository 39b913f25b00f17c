import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import Lightbox, {
  ACTION_CLOSE,
  type ComponentProps,
  type ControllerRef,
  createModule,
  type LightboxExternalProps,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
  useEvents,
  type ZoomRef,
} from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { Icon } from './icons.tsx'
import { ToastHost } from './toast-host.tsx'
import { useModal } from './use-modal.ts'
import 'yet-another-react-lightbox/styles.css'
import './picture-viewer.css'

/** URLs of a picture in two sizes. */
interface ViewerPicture {
  small: string
  big: string
}

/** A custom slide type, as pictures are drawn in two layers. */
interface LayeredSlide extends ViewerPicture {
  type: 'layered'
}

declare module 'yet-another-react-lightbox' {
  interface SlideTypes {
    layered: LayeredSlide
  }
}

interface PictureViewerProps {
  /** Name of the collection, shown before the counter. */
  label: string
  /** Alternative text of each picture. */
  alt: string
  pictures: readonly ViewerPicture[]
  index: number
  onIndex: (index: number) => void
  onClose: () => void
}

const GLIDE_MS = 220
const ANIMATION = { fade: GLIDE_MS, swipe: GLIDE_MS, navigation: GLIDE_MS, zoom: GLIDE_MS }
const CONTROLLER = { closeOnPullDown: true, closeOnBackdropClick: true, closeOnEscape: false }
const ZOOM: LightboxExternalProps['zoom'] = {
  supports: ['layered'],
  maxZoom: 5,
  zoomInMultiplier: 2.5,
  doubleClickDelay: 300,
  scrollToZoom: true,
  pinchZoomV4: true,
}
const LABELS = {
  Previous: '上一张',
  Next: '下一张',
  Close: '关闭',
  '{index} of {total}': '{index} / {total}',
}

/** A full-screen picture viewer that loops. */
export default function PictureViewer({ label, alt, pictures, index, onIndex, onClose }: PictureViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const controller = useRef<ControllerRef>(null)
  const zoom = useRef<ZoomRef>(null)
  const [loaded, setLoaded] = useState<readonly string[]>([])
  // Only the initial index: afterwards the library is in control and reports changes.
  const [start] = useState(index)
  const [slides] = useState(() => pictures.map((picture): LayeredSlide => ({ type: 'layered', ...picture })))
  const modal = useModal(dialog, onClose)
  useEffect(() => controller.current?.focus(), [])

  const count = pictures.length
  const position = `${index + 1} / ${count}`
  // Neighbours load their big picture after the current one.
  const arrived = loaded.includes(pictures[index]?.big ?? '')

  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={`${label} ${position}`}
      onKeyDown={(event) => onKeyDown(event, controller, zoom)}
    >
      <Lightbox
        open
        close={onClose}
        index={start}
        slides={slides}
        plugins={[inOwnDialog, Zoom]}
        labels={{ ...LABELS, 'Photo gallery': label }}
        animation={ANIMATION}
        carousel={{ preload: 1, padding: 0, spacing: 0, finite: count < 2 }}
        controller={{ ref: controller, ...CONTROLLER }}
        zoom={{ ref: zoom, ...ZOOM }}
        on={{ view: ({ index: at }) => at !== index && onIndex(at) }}
        toolbar={{ buttons: [<Counter key="counter" position={position} />, 'close'] }}
        render={{
          buttonZoom: ZoomButton,
          iconClose: () => <Icon of={X} />,
          iconPrev: () => <Icon of={ChevronLeft} size={26} />,
          iconNext: () => <Icon of={ChevronRight} size={26} />,
          slide: ({ slide, offset }) =>
            slide.type === 'layered' && (
              <LayeredPicture
                picture={slide}
                alt={alt}
                current={offset === 0}
                wanted={offset === 0 || arrived || loaded.includes(slide.big)}
                onLoad={() => setLoaded((before) => [...before, slide.big])}
              />
            ),
        }}
      />
      <ToastHost of={modal} />
    </dialog>
  )
}

/** Keys the library lacks; it handles arrows, plus and minus. */
function onKeyDown(
  event: KeyboardEvent,
  { current: controller }: RefObject<ControllerRef | null>,
  { current: zoom }: RefObject<ZoomRef | null>,
) {
  if (!controller || !zoom || event.ctrlKey || event.metaKey || event.altKey) return
  const { currentIndex, slides } = controller.getLightboxState()
  const actions: Record<string, () => void> = {
    Home: () => controller.prev({ count: currentIndex }),
    End: () => controller.next({ count: slides.length - 1 - currentIndex }),
    '=': zoom.zoomIn,
    '0': () => zoom.changeZoom(1),
  }
  const action = actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
}

/** Renders into our dialog, which handles focus, Escape and toasts, instead of the library's portal. */
const inOwnDialog: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule(MODULE_PORTAL, DialogContent))
}

function DialogContent({ children, close }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return <LightboxRoot>{children}</LightboxRoot>
}

function Counter({ position }: { position: string }) {
  return (
    <p className="viewer-count numeric" aria-live="polite">
      {position}
    </p>
  )
}

function ZoomButton({ zoom, zoomIn, changeZoom }: ZoomRef) {
  const zoomed = zoom > 1
  return (
    <button
      type="button"
      className="yarl__button"
      aria-label={zoomed ? '缩小' : '放大'}
      onClick={() => (zoomed ? changeZoom(1) : zoomIn())}
    >
      <Icon of={zoomed ? ZoomOut : ZoomIn} />
    </button>
  )
}

interface LayeredPictureProps {
  picture: ViewerPicture
  alt: string
  current: boolean
  wanted: boolean
  onLoad: () => void
}

/** The small picture first, the big one above it once loaded; a text if both fail. */
function LayeredPicture({ picture, alt, current, wanted, onLoad }: LayeredPictureProps) {
  const [bigState, setBigState] = useState<'waiting' | 'shown' | 'broken'>('waiting')
  const [smallBroken, setSmallBroken] = useState(false)
  const broken = bigState === 'broken'
  return (
    <div className="viewer-picture" aria-hidden={!current}>
      {!smallBroken && (
        <img src={picture.small} alt={broken ? alt : ''} draggable={false} onError={() => setSmallBroken(true)} />
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
      {broken && smallBroken && <p>图片加载失败</p>}
    </div>
  )
}
