import type { ChoiceGroup } from './choice-menu.tsx'
import { AUTOMATIC } from './qualities.ts'
import { NO_SUBTITLES, type Tracks } from './use-tracks.ts'

const SOURCES = '线路'
const QUALITY = '画质'

type GroupName = 'sources' | 'quality' | 'subtitles' | 'sound'

/** The choices of a film that has more than one source, quality or sound, or subtitles. */
export function trackGroups({ sources, quality, subtitles, sound }: Record<GroupName, Tracks>): ChoiceGroup[] {
  const groups: ChoiceGroup[] = []
  if (sources.names.length > 1) {
    groups.push({ label: SOURCES, choices: choicesOf(sources), current: sources.current, onChange: sources.choose })
  }
  if (quality.names.length > 1) {
    // The engine lists the smallest first.
    const choices = [{ value: AUTOMATIC, text: '自动' }, ...choicesOf(quality).reverse()]
    groups.push({ label: QUALITY, choices, current: quality.current, onChange: quality.choose })
  }
  if (subtitles.names.length > 0) {
    const choices = [{ value: NO_SUBTITLES, text: '关闭' }, ...choicesOf(subtitles)]
    groups.push({ label: '字幕', choices, current: subtitles.current, onChange: subtitles.choose })
  }
  if (sound.names.length > 1) {
    groups.push({ label: '音轨', choices: choicesOf(sound), current: sound.current, onChange: sound.choose })
  }
  return groups
}

/** What the menu of these choices is called. */
export function menuName(groups: readonly ChoiceGroup[]): string {
  const labels = groups.map(({ label }) => label)
  const first = labels.filter((label) => label === SOURCES || label === QUALITY)
  return [...first, ...(labels.length > first.length ? ['字幕和音轨'] : [])].join('、')
}

function choicesOf({ names }: Tracks) {
  return names.map((text, value) => ({ value, text }))
}
