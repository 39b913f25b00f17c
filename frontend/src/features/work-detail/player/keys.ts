import type { KeyboardEvent } from 'react'
import type { Controls } from './controls.ts'
import { TAP_SECONDS } from './taps.ts'
import type { VideoState } from './use-video-state.ts'

const VOLUME_STEP = 0.1

/** What key handlers need. */
export interface KeyTargets {
  controls: Controls
  state: VideoState
  toggleFullScreen: () => void
  showHelp: () => void
  /** Shows a hint. */
  showHint: (text: string) => void
}

/** Handles a key; returns whether it did. Space on a button and arrows on the volume slider keep their meaning. */
export function pressKey(event: KeyboardEvent, targets: KeyTargets): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const target = event.target as Element
  if (event.key === ' ' && target.closest('button')) return false
  if (event.key.startsWith('Arrow') && target.hasAttribute('data-own-arrows')) return false
  const act = actionOf(event.key, targets)
  act?.()
  return act !== null
}

function actionOf(key: string, { controls, state, showHint, ...targets }: KeyTargets): (() => void) | null {
  if (/^\d$/.test(key)) return () => controls.seekTo((state.duration * Number(key)) / 10)
  const louder = (step: number) => () => {
    const volume = Math.min(1, Math.max(0, (state.muted ? 0 : state.volume) + step))
    controls.setVolume(volume)
    showHint(`音量 ${Math.round(volume * 100)}%`)
  }
  const seek = (seconds: number) => () => {
    controls.seekBy(seconds)
    showHint(seekText(seconds))
  }
  const actions: Record<string, () => void> = {
    ' ': controls.toggle,
    k: controls.toggle,
    ArrowLeft: seek(-TAP_SECONDS),
    ArrowRight: seek(TAP_SECONDS),
    ArrowUp: louder(VOLUME_STEP),
    ArrowDown: louder(-VOLUME_STEP),
    m: controls.toggleSound,
    f: targets.toggleFullScreen,
    '?': targets.showHelp,
  }
  return actions[key.length === 1 ? key.toLowerCase() : key] ?? null
}

/** The hint after seeking. */
export function seekText(seconds: number): string {
  return seconds > 0 ? `快进 ${seconds} 秒` : `后退 ${-seconds} 秒`
}
