import { Expand } from 'lucide'
import { lazy, Suspense } from 'react'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { STILLS_MIN } from '@/shared/config/constants.ts'
import { splitList } from '@/shared/lib/format.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import '@/shared/ui/icon-button.css'

const PictureViewer = lazy(() => import('@/shared/ui/picture-viewer.tsx'))

/** The button that opens the cover whole, followed by the stills; nothing without a cover. */
export function CoverViewer({ work }: { work: Work }) {
  const viewer = useUrlDialog('img')
  if (work.picBig === '') return null
  const shown = Number(viewer.value ?? Number.NaN) - 1
  const pictures = picturesOf(work)
  return (
    <>
      <button
        type="button"
        className="icon-button detail-whole"
        aria-label="查看完整封面"
        aria-haspopup="dialog"
        onClick={() => viewer.open('1')}
      >
        <Icon of={Expand} size={18} />
      </button>
      {pictures[shown] !== undefined && (
        <Suspense>
          <PictureViewer
            label="图片"
            alt={`${work.title} 图片`}
            pictures={pictures}
            index={shown}
            onIndex={(index) => viewer.change(String(index + 1))}
            onClose={viewer.close}
          />
        </Suspense>
      )}
    </>
  )
}

function picturesOf({ picBig, imageSmall, imageBig }: Work) {
  const small = splitList(imageSmall)
  const big = splitList(imageBig)
  const stills = small.length < STILLS_MIN ? [] : small.map((path, index) => ({ small: path, big: big[index] ?? path }))
  return [{ small: picBig, big: picBig }, ...stills].map((one) => ({
    small: mediaUrl(one.small),
    big: mediaUrl(one.big),
  }))
}
