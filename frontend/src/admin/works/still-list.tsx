import { ChevronLeft, ChevronRight, X } from 'lucide'
import { type DragEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Cover } from '@/shared/ui/cover.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { moved, type Still } from './stills.ts'
import '@/shared/ui/icon-button.css'
import '../kit/pictures.css'

type Way = 'back' | 'forth'

interface StillListProps {
  stills: readonly Still[]
  onChange: (stills: readonly Still[]) => void
}

/** The stills in their order, which dragging and the buttons change. */
export function StillList({ stills, onChange }: StillListProps) {
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const focusMoved = useMovedFocus(list, stills)
  const drag = useStillDrag(move)
  function move(from: number, to: number) {
    onChange(moved(stills, from, to))
    setSaid(`第 ${from + 1} 张移到第 ${to + 1} 张`)
  }
  function step(at: number, way: Way) {
    const to = way === 'back' ? at - 1 : at + 1
    if (to < 0 || to >= stills.length) return null
    return () => focusMoved(to, way, () => move(at, to))
  }
  return (
    <>
      {stills.length > 0 && (
        <ul ref={list} aria-label="剧照" className="pictures-stills">
          {stills.map(({ small: path }, at) => (
            <li key={keyOf(stills, at)} data-aimed={drag.aim === at || undefined} {...drag.handlersOf(at)}>
              <Cover path={path} fallback="没有图片" alt={`剧照 ${at + 1}`} />
              <div className="pictures-order">
                <StillButton label={`前移第 ${at + 1} 张`} way="back" onClick={step(at, 'back')} />
                <StillButton label={`后移第 ${at + 1} 张`} way="forth" onClick={step(at, 'forth')} />
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`去掉第 ${at + 1} 张`}
                  onClick={() => onChange(stills.filter((_, other) => other !== at))}
                >
                  <Icon of={X} size={16} />
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}

/** The same picture may stand there twice. */
function keyOf(stills: readonly Still[], at: number): string {
  const path = stills[at]?.small
  return `${stills.slice(0, at).filter(({ small }) => small === path).length} ${path}`
}

interface StillButtonProps {
  label: string
  way: Way
  /** `null` at the end, where it keeps the focus. */
  onClick: (() => void) | null
}

function StillButton({ label, way, onClick }: StillButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      data-way={way}
      aria-label={label}
      aria-disabled={onClick === null || undefined}
      onClick={() => onClick?.()}
    >
      <Icon of={way === 'back' ? ChevronLeft : ChevronRight} size={16} />
    </button>
  )
}

/** Lets the focus go along with a still that a button moves. */
function useMovedFocus(list: RefObject<HTMLElement | null>, stills: readonly Still[]) {
  const order = stills.map(({ small }) => small).join('\n')
  const wanted = useRef<{ at: number; way: Way } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new order has been drawn
  useEffect(() => {
    const { at, way } = wanted.current ?? { at: -1, way: 'back' }
    wanted.current = null
    list.current?.children[at]?.querySelector<HTMLElement>(`[data-way="${way}"]`)?.focus()
  }, [order])
  return (at: number, way: Way, move: () => void) => {
    wanted.current = { at, way }
    move()
  }
}

/** Drags a still to the place of another one. */
function useStillDrag(onMove: (from: number, to: number) => void) {
  const from = useRef<number | null>(null)
  const [aim, setAim] = useState<number | null>(null)
  const end = () => {
    from.current = null
    setAim(null)
  }
  const handlersOf = (at: number) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      from.current = at
      event.dataTransfer.effectAllowed = 'move'
      // Firefox drags nothing without data.
      event.dataTransfer.setData('text/plain', String(at + 1))
    },
    onDragOver: (event: DragEvent) => {
      if (from.current === null) return
      event.preventDefault()
      setAim(at)
    },
    onDrop: (event: DragEvent) => {
      if (from.current === null) return
      event.preventDefault()
      if (from.current !== at) onMove(from.current, at)
      end()
    },
    onDragEnd: end,
  })
  return { aim, handlersOf }
}
