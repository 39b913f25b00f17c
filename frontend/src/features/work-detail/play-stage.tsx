import { Play } from 'lucide'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { askForStream, needsVip } from '@/entities/work/api.ts'
import { useLeftAt } from '@/entities/work/film-positions.ts'
import { coverTint } from '@/entities/work/tint.ts'
import { ApiError, offline } from '@/shared/api/errors.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Video, Work } from '@/shared/api/types.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { formatSeconds } from '@/shared/lib/format.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import type { StreamFailure } from './player/attach-stream.ts'
import type { FilmPlayerProps } from './player/film-player.tsx'

/** Values of a work's `isOnline` (R4.1). */
const ONLINE = 1
const TRANSCODING = 2

interface Film {
  Player: ComponentType<FilmPlayerProps>
  stream: Video
}

/** The cover of a work, replaced by the player (R4.3). */
export function PlayStage({ work, children }: { work: Work; children: ReactNode }) {
  const signedIn = useSignedIn()
  const leftAt = useLeftAt(work.id)
  const [film, setFilm] = useState<Film | null>(null)
  const [asking, setAsking] = useState(false)
  const [vipNeeded, setVipNeeded] = useState(false)
  const [failed, setFailed] = useState<StreamFailure | null>(null)
  const revert = () => setFilm(null)
  const fail = (why: StreamFailure) => {
    revert()
    setFailed(why)
  }

  async function play() {
    if (asking) return
    if (!signedIn) return askToLogIn()
    setAsking(true)
    setFailed(null)
    try {
      const [{ FilmPlayer }, stream] = await Promise.all([import('./player/film-player.tsx'), askForStream(work)])
      setFilm({ Player: FilmPlayer, stream })
    } catch (error) {
      if (needsVip(error)) setVipNeeded(true)
      // API errors were announced already; a missing chunk means there is no connection.
      else if (!(error instanceof ApiError)) toast(offline().message, { kind: 'error' })
    } finally {
      setAsking(false)
    }
  }

  return (
    <div className="detail-cover">
      <div className="play-stage" data-playing={film !== null || undefined}>
        {film && signedIn ? (
          <film.Player work={work} stream={film.stream} onFailed={fail} onClose={revert} />
        ) : (
          <>
            <Cover
              path={work.picBig}
              tint={coverTint(work)}
              fallback={work.number}
              alt={work.title}
              size="big"
              eager
              morphs
            />
            {work.isOnline === ONLINE &&
              (failed ? (
                <PlayFailed why={failed} onRetry={() => void play()} />
              ) : (
                <PlayButton waiting={asking} leftAt={leftAt} onPlay={() => void play()} />
              ))}
            {children}
          </>
        )}
      </div>
      {work.isOnline !== ONLINE && (
        <NotOnline transcoding={work.isOnline === TRANSCODING} downloadable={work.isDht === 1} />
      )}
      <VipDialog open={vipNeeded} onClose={() => setVipNeeded(false)} />
    </div>
  )
}

function VipDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      title="开通VIP"
      confirm="开通VIP"
      open={open}
      onConfirm={() => void navigate('/pay')}
      onClose={onClose}
    >
      开通VIP后可在线观看，磁力链接不限次数复制。
    </ConfirmDialog>
  )
}

interface PlayButtonProps {
  waiting: boolean
  /** Where the film was left, in seconds; 0 for its start. */
  leftAt: number
  onPlay: () => void
}

function PlayButton({ waiting, leftAt, onPlay }: PlayButtonProps) {
  const text = leftAt > 0 ? `在线观看 · 从 ${formatSeconds(leftAt)} 继续` : '在线观看'
  return (
    <button type="button" className="play-button" aria-disabled={waiting || undefined} onClick={onPlay}>
      <span className="play-disc" data-waiting={waiting || undefined}>
        <Icon of={Play} size={34} />
      </span>
      <span className="play-text numeric">{waiting ? '正在载入' : text}</span>
    </button>
  )
}

/** Playback failed; offers to retry. */
function PlayFailed({ why, onRetry }: { why: StreamFailure; onRetry: () => void }) {
  return (
    <div className="play-failed" role="alert">
      <p>
        {why === 'unsupported'
          ? '此浏览器不能播放这部影片的编码格式，请换一个浏览器或使用磁力下载'
          : '影片加载失败，可能是网络不稳定，或部分片段暂时缺失'}
      </p>
      <Button round onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** Why a work cannot be watched, and the alternatives. */
function NotOnline({ transcoding, downloadable }: { transcoding: boolean; downloadable: boolean }) {
  const [, setParams] = useSearchParams()
  if (transcoding) return <p className="play-notice">影片正在转码，请稍后再试</p>
  return (
    <p className="play-notice">
      该影片不支持在线观看，请使用磁力下载
      {downloadable && (
        <button type="button" onClick={() => setParams({ tab: 'magnet' }, { replace: true, preventScrollReset: true })}>
          去下载
        </button>
      )}
    </p>
  )
}
