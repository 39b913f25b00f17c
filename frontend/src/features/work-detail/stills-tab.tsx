import { useState } from 'react'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Work } from '@/shared/api/types.ts'
import { STILLS_MIN } from '@/shared/config/constants.ts'
import { splitList } from '@/shared/lib/format.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'

/** The tab 作品剧照: small stills, and the big one of the chosen still in a dialog. */
export function StillsTab({ work }: { work: Work }) {
  const small = splitList(work.imageSmall)
  const big = splitList(work.imageBig)
  const [shown, setShown] = useState<number | null>(null)
  if (small.length < STILLS_MIN) return <EmptyView text="無劇照" />
  const step = (by: number) => setShown((index) => ((index ?? 0) + by + small.length) % small.length)

  return (
    <>
      <ul className="stills">
        {small.map((path, index) => (
          <li key={path}>
            <button
              type="button"
              className="still"
              aria-label={`查看剧照 ${index + 1}`}
              onClick={() => setShown(index)}
            >
              <img src={mediaUrl(path)} alt="" width={480} height={320} loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      <Dialog
        title={`剧照 ${(shown ?? 0) + 1} / ${small.length}`}
        open={shown !== null}
        onClose={() => setShown(null)}
        shape="wide"
      >
        <div className="still still-big">
          <img src={mediaUrl(big[shown ?? 0] ?? small[shown ?? 0] ?? '')} alt={`${work.title} 剧照`} />
        </div>
        <div className="dialog-actions">
          <Button onClick={() => step(-1)}>上一张</Button>
          <Button onClick={() => step(1)}>下一张</Button>
        </div>
      </Dialog>
    </>
  )
}
