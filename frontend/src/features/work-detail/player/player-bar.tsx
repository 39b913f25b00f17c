import {
  CircleQuestionMark,
  type IconNode,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Volume2,
  VolumeX,
} from 'lucide'
import type { CSSProperties } from 'react'
import { PLAYBACK_RATES } from '@/shared/config/constants.ts'
import { formatSeconds } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { ChoiceMenu } from './choice-menu.tsx'
import type { Controls } from './controls.ts'
import { hasPictureInPicture } from './picture-in-picture.ts'
import { SeekBar } from './seek-bar.tsx'
import { TracksMenu } from './tracks-menu.tsx'
import type { Previews } from './use-previews.ts'
import type { Tracks } from './use-tracks.ts'
import type { VideoState } from './use-video-state.ts'

const RATES = [...PLAYBACK_RATES].reverse().map((value) => ({ value, text: `${value}×` }))

interface PlayerBarProps {
  state: VideoState
  controls: Controls
  sound: Tracks
  quality: Tracks
  sources: Tracks
  previews: Previews
  subtitles: Tracks
  isFullScreen: boolean
  onFullScreen: () => void
  onFloat: () => void
  onHelp: () => void
  /** Called on pointer use. */
  onUse: () => void
  /** Called with whether a menu is open. */
  onChoosing: (choosing: boolean) => void
}

/** The controls below the film. */
export function PlayerBar(props: PlayerBarProps) {
  const {
    state,
    controls,
    sound,
    quality,
    sources,
    previews,
    subtitles,
    isFullScreen,
    onFullScreen,
    onFloat,
    onHelp,
    onUse,
    onChoosing,
  } = props
  const { playing, ended, time, duration, muted, volume } = state
  const silent = muted || volume === 0
  return (
    <div className="player-bar" onPointerDown={onUse}>
      <SeekBar state={state} previews={previews} onSeek={controls.seekTo} />
      <div className="player-buttons">
        <BarButton
          icon={ended ? RotateCcw : playing ? Pause : Play}
          name={ended ? '重新播放' : playing ? '暂停' : '播放'}
          onClick={controls.toggle}
        />
        <BarButton
          icon={silent ? VolumeX : Volume2}
          name={silent ? '取消静音' : '静音'}
          onClick={controls.toggleSound}
        />
        <input
          type="range"
          className="player-range player-volume"
          data-own-arrows=""
          aria-label="音量"
          aria-valuetext={`${Math.round((silent ? 0 : volume) * 100)}%`}
          min={0}
          max={1}
          step={0.05}
          value={silent ? 0 : volume}
          style={{ '--played': `${(silent ? 0 : volume) * 100}%`, '--loaded': '0%' } as CSSProperties}
          onChange={({ target }) => controls.setVolume(target.valueAsNumber)}
        />
        <span className="player-time numeric">
          {formatSeconds(time)}
          <span className="player-total"> / {formatSeconds(duration)}</span>
        </span>
        <TracksMenu sources={sources} quality={quality} subtitles={subtitles} sound={sound} onOpen={onChoosing} />
        <ChoiceMenu
          name={`播放速度 ${state.rate} 倍`}
          shown={`${state.rate}×`}
          groups={[{ label: '播放速度', choices: RATES, current: state.rate, onChange: controls.setRate }]}
          onOpen={onChoosing}
        />
        <BarButton icon={CircleQuestionMark} name="操作说明" onClick={onHelp} opensDialog />
        {hasPictureInPicture() && <BarButton icon={PictureInPicture2} name="画中画" onClick={onFloat} />}
        <BarButton
          icon={isFullScreen ? Minimize : Maximize}
          name={isFullScreen ? '退出全屏' : '全屏'}
          onClick={onFullScreen}
        />
      </div>
    </div>
  )
}

interface BarButtonProps {
  icon: IconNode
  name: string
  onClick: () => void
  opensDialog?: boolean
}

function BarButton({ icon, name, onClick, opensDialog }: BarButtonProps) {
  return (
    <button
      type="button"
      className="player-button"
      aria-label={name}
      title={name}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      <Icon of={icon} size={22} />
    </button>
  )
}
