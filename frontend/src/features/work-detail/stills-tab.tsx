import { lazy, Suspense } from 'react'
import { coverTint } from '@/entities/work/tint.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { STILLS_MIN } from '@/shared/config/constants.ts'
import { splitList } from '@/shared/lib/format.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'

const PictureViewer = lazy(() => import('@/shared/ui/picture-viewer.tsx'))

/** The tab 作品剧照: small stills that open the viewer. */
export function StillsTab({ work }: { work: Work }) {
  const small = splitList(work.imageSmall)
  const big = splitList(work.imageBig)
  const viewer = useUrlDialog('img')
  if (small.length < STILLS_MIN) return <EmptyView text="無劇照" />
  const shown = Number(viewer.value ?? Number.NaN) - 1

  return (
    <>
      <ul className="stills">
        {small.map((path, index) => (
          <li key={path}>
            <button
              type="button"
              className="still"
              aria-label={`查看剧照 ${index + 1}`}
              aria-haspopup="dialog"
              onClick={() => viewer.open(String(index + 1))}
            >
              <Cover path={path} tint={coverTint(work)} fallback={String(index + 1)} />
            </button>
          </li>
        ))}
      </ul>
      {small[shown] !== undefined && (
        <Suspense>
          <PictureViewer
            label="剧照"
            alt={`${work.title} 剧照`}
            pictures={small.map((path, index) => ({ small: mediaUrl(path), big: mediaUrl(big[index] ?? path) }))}
            index={shown}
            onIndex={(index) => viewer.change(String(index + 1))}
            onClose={viewer.close}
          />
        </Suspense>
      )}
    </>
  )
}
