import { PLAYBACK_RATES, START_VOLUME } from '@/shared/config/constants.ts'
import { readJson, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.player'

/** Playback settings of this device. */
export interface PlayerSettings {
  /** From 0 to 1. */
  volume: number
  muted: boolean
  /** One of {@link PLAYBACK_RATES}. */
  rate: number
}

/** The saved settings; by default volume 0.6 and normal speed (R4.5). */
export function playerSettings(): PlayerSettings {
  const saved = readJson('local', KEY) as Partial<PlayerSettings> | null
  const volume =
    typeof saved?.volume === 'number' && saved.volume >= 0 && saved.volume <= 1 ? saved.volume : START_VOLUME
  const rate = PLAYBACK_RATES.find((known) => known === saved?.rate) ?? 1
  return { volume, muted: saved?.muted === true, rate }
}

export function savePlayerSettings(change: Partial<PlayerSettings>): void {
  writeText('local', KEY, JSON.stringify({ ...playerSettings(), ...change }))
}
