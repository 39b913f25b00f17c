import { Captions, Settings } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { menuName, trackGroups } from './track-groups.ts'
import type { Tracks } from './use-tracks.ts'

interface TracksMenuProps {
  lines: Tracks
  quality: Tracks
  subtitles: Tracks
  sound: Tracks
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** The menu of lines, qualities, subtitles and sounds, as far as a film has more than one. */
export function TracksMenu({ lines, quality, subtitles, sound, onOpen }: TracksMenuProps) {
  const groups = trackGroups({ lines, quality, subtitles, sound })
  const icon = lines.names.length > 1 || quality.names.length > 1 ? Settings : Captions
  return <ChoiceMenu name={menuName(groups)} shown={<Icon of={icon} size={22} />} groups={groups} onOpen={onOpen} />
}
