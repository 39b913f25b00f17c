import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'

/** Volume a clip starts with (spec §9). */
const START_VOLUME = 0.6

/** The popup that plays a work's preview clip. */
export function PreviewDialog({ work, open, onClose }: { work: Work; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={`${work.number} 预览视频`} open={open} onClose={onClose} shape="wide">
      {/* biome-ignore lint/a11y/useMediaCaption: preview clips are short and have no speech */}
      <video
        className="preview-video"
        src={mediaUrl(work.mp4)}
        poster={mediaUrl(work.picBig)}
        controls
        autoPlay
        playsInline
        onLoadedMetadata={(event) => {
          event.currentTarget.volume = START_VOLUME
        }}
      />
    </Dialog>
  )
}
