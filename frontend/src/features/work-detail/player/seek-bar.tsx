import { type CSSProperties, useState } from 'react'
import { formatSeconds } from '@/shared/lib/format.ts'
import type { VideoState } from './use-video-state.ts'

interface SeekBarProps {
  state: VideoState
  onSeek: (seconds: number) => void
}

const percent = (part: number, whole: number) => `${whole > 0 ? (part / whole) * 100 : 0}%`

/** Position and loaded part of the film; dragging seeks on release. */
export function SeekBar({ state: { time, duration, buffered }, onSeek }: SeekBarProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [isHeld, setIsHeld] = useState(false)
  const shown = dragged ?? time

  function drop() {
    setIsHeld(false)
    setDragged(null)
    if (dragged !== null) onSeek(dragged)
  }

  return (
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
      onPointerDown={() => setIsHeld(true)}
      onPointerUp={drop}
      onPointerCancel={drop}
      onChange={({ target }) => (isHeld ? setDragged(target.valueAsNumber) : onSeek(target.valueAsNumber))}
    />
  )
}
