import { pressedWork } from '@/entities/work/cover-morph.ts'
import { coverTint } from '@/entities/work/tint.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import '@/shared/ui/link-tabs.css'

const LINES = [72, 48, 60, 84, 40]

/** The page of a work before it is loaded; it shows the cover of the card that was pressed. */
export function DetailSkeleton({ id }: { id: string }) {
  const known = pressedWork(id)
  return (
    <div role="status" aria-label="加载中">
      <div className="link-tabs" aria-hidden="true" />
      <div className="detail-info">
        <div className="detail-cover skeleton detail-cover-skeleton">
          {known && <Cover path={known.picSmall} tint={coverTint(known)} fallback={known.number} eager morphs />}
        </div>
        <div className="detail-facts">
          {LINES.map((width) => (
            <div key={width} className="detail-fact">
              <div className="skeleton" style={{ width: `${width}%`, height: 20, margin: '10px 0' }} />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
