import { ChoiceMenu } from './choice-menu.tsx'
import { NO_SUBTITLES, type Tracks } from './use-tracks.ts'

interface TrackMenusProps {
  sound: Tracks
  subtitles: Tracks
  /** Called with whether a menu is open. */
  onOpen: (open: boolean) => void
}

/** Menus of the sound and the subtitles of a film that has a choice of them. */
export function TrackMenus({ sound, subtitles, onOpen }: TrackMenusProps) {
  return (
    <>
      {sound.names.length > 1 && (
        <ChoiceMenu
          label="音轨"
          name={`音轨 ${sound.names[sound.current] ?? ''}`}
          shown="音轨"
          choices={choicesOf(sound)}
          current={sound.current}
          onChange={sound.choose}
          onOpen={onOpen}
        />
      )}
      {subtitles.names.length > 0 && (
        <ChoiceMenu
          label="字幕"
          name={`字幕 ${subtitles.names[subtitles.current] ?? '关闭'}`}
          shown="字幕"
          choices={[{ value: NO_SUBTITLES, text: '关闭' }, ...choicesOf(subtitles)]}
          current={subtitles.current}
          onChange={subtitles.choose}
          onOpen={onOpen}
        />
      )}
    </>
  )
}

function choicesOf({ names }: Tracks) {
  return names.map((text, value) => ({ value, text }))
}
