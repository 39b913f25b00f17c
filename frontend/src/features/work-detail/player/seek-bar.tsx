import { type CSSProperties, type PointerEvent, useState } from 'react'
import { formatSeconds } from '@/shared/lib/format.ts'
import { type Preview, previewAt } from './previews.ts'
import type { Previews } from './use-previews.ts'
import type { VideoState } from './use-video-state.ts'

interface SeekBarProps {
  state: VideoState
  previews: Previews
  onSeek: (seconds: number) => void
}

/** From the bar's edge to the middle of its knob at either end, in pixels. */
const KNOB = 11

const percent = (part: number, whole: number) => `${whole > 0 ? (part / whole) * 100 : 0}%`

/** Position and loaded part of the film, with a picture of where the pointer is; dragging seeks on release. */
export function SeekBar({ state: { time, duration, buffered }, previews, onSeek }: SeekBarProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = dragged ?? time
  const looked = dragged ?? pointed
  const preview = looked === null ? undefined : previewAt(previews.list, looked)

  function drop() {
    setIsHeld(false)
    setDragged(null)
    if (dragged !== null) onSeek(dragged)
  }

  function point({ currentTarget, clientX, pointerType }: PointerEvent) {
    if (pointerType !== 'mouse' || duration === 0) return
    previews.load()
    const { left, width } = currentTarget.getBoundingClientRect()
    const part = (clientX - left - KNOB) / Math.max(width - 2 * KNOB, 1)
    setPointed(Math.min(Math.max(part, 0), 1) * duration)
  }

  return (
    <div className="player-seek-frame">
      {preview && looked !== null && <SeekPreview preview={preview} seconds={looked} duration={duration} />}
      <input
        type="range"
        className="player-range player-seek"
        aria-label="播放进度"
        aria-valuetext={`${formatSeconds(shown)}，共 ${formatSeconds(duration)}`}
        min={0}
        max={duration || 1}
        step={0.1}
        value={Math.min(shown, duration || 1)}
        disabled={duration === 0}
        style={{ '--played': percent(shown, duration), '--loaded': percent(buffered, duration) } as CSSProperties}
        onPointerDown={() => {
          previews.load()
          setIsHeld(true)
        }}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
        onPointerUp={drop}
        onPointerCancel={drop}
        onChange={({ target }) => (isHeld ? setDragged(target.valueAsNumber) : onSeek(target.valueAsNumber))}
      />
    </div>
  )
}

interface SeekPreviewProps {
  preview: Preview
  seconds: number
  duration: number
}

/** A picture above the bar. The bar itself says the time to those who cannot see it. */
function SeekPreview({ preview: { url, left, top, width, height }, seconds, duration }: SeekPreviewProps) {
  const place = { '--at': percent(seconds, duration), '--half': `${width / 2}px` } as CSSProperties
  return (
    <div className="player-preview" style={place} aria-hidden="true">
      <span style={{ width, height, backgroundImage: `url("${url}")`, backgroundPosition: `-${left}px -${top}px` }} />
      <span className="numeric">{formatSeconds(seconds)}</span>
    </div>
  )
}
