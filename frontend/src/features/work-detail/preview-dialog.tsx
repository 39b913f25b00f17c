import { useEffect, useRef, useState } from 'react'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { START_VOLUME } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'

/** The popup that plays a work's preview clip. */
export function PreviewDialog({ work, open, onClose }: { work: Work; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={`${work.number} 预览视频`} open={open} onClose={onClose} shape="wide">
      <Clip work={work} />
    </Dialog>
  )
}

/** The clip starts muted, as autoplay requires. */
function Clip({ work }: { work: Work }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failed, setFailed] = useState(false)

  // A removed video keeps loading until its source is empty.
  useEffect(() => {
    const element = video.current
    if (!element || failed) return
    if (!element.hasAttribute('src')) element.src = mediaUrl(work.mp4)
    return () => {
      element.pause()
      element.removeAttribute('src')
      element.load()
    }
  }, [failed, work.mp4])

  if (failed) {
    return (
      <div className="preview-video preview-failed" role="alert">
        <p>预览视频加载失败</p>
        <Button round onClick={() => setFailed(false)}>
          点击重试
        </Button>
      </div>
    )
  }
  return (
    <video
      ref={video}
      className="preview-video"
      aria-label={`${work.number} 预览视频`}
      src={mediaUrl(work.mp4)}
      poster={mediaUrl(work.picBig)}
      controls
      autoPlay
      muted
      loop
      playsInline
      onLoadedMetadata={(event) => {
        event.currentTarget.volume = START_VOLUME
      }}
      onError={() => setFailed(true)}
    />
  )
}
