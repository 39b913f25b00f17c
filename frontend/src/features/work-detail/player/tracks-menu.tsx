import { Captions, Settings } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { menuName, trackGroups } from './track-groups.ts'
import type { Tracks } from './use-tracks.ts'

interface TracksMenuProps {
  quality: Tracks
  subtitles: Tracks
  sound: Tracks
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** The menu of qualities, subtitles and sounds, as far as a film has more than one. */
export function TracksMenu({ quality, subtitles, sound, onOpen }: TracksMenuProps) {
  const groups = trackGroups(quality, subtitles, sound)
  const icon = quality.names.length > 1 ? Settings : Captions
  return <ChoiceMenu name={menuName(groups)} shown={<Icon of={icon} size={22} />} groups={groups} onOpen={onOpen} />
}
