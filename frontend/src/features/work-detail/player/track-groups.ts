import type { ChoiceGroup } from './choice-menu.tsx'
import { NO_SUBTITLES, type Tracks } from './use-tracks.ts'

/** The choices of a film that has more than one sound, or subtitles. */
export function trackGroups(sound: Tracks, subtitles: Tracks): ChoiceGroup[] {
  const groups: ChoiceGroup[] = []
  if (subtitles.names.length > 0) {
    const choices = [{ value: NO_SUBTITLES, text: '关闭' }, ...choicesOf(subtitles)]
    groups.push({ label: '字幕', choices, current: subtitles.current, onChange: subtitles.choose })
  }
  if (sound.names.length > 1) {
    groups.push({ label: '音轨', choices: choicesOf(sound), current: sound.current, onChange: sound.choose })
  }
  return groups
}

function choicesOf({ names }: Tracks) {
  return names.map((text, value) => ({ value, text }))
}
