import { Captions, Settings } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import { menuName, trackGroups } from './track-groups.ts'
import type { Tracks } from './use-tracks.ts'

interface TracksMenuProps {
  sources: Tracks
  quality: Tracks
  subtitles: Tracks
  sound: Tracks
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** The menu of sources, qualities, subtitles and sounds, as far as a film has more than one. */
export function TracksMenu({ sources, quality, subtitles, sound, onOpen }: TracksMenuProps) {
  const groups = trackGroups({ sources, quality, subtitles, sound })
  const icon = sources.names.length > 1 || quality.names.length > 1 ? Settings : Captions
  return <ChoiceMenu name={menuName(groups)} shown={<Icon of={icon} size={22} />} groups={groups} onOpen={onOpen} />
}
