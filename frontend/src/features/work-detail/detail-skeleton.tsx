import '@/shared/ui/link-tabs.css'

const LINES = [72, 48, 60, 84, 40]

export function DetailSkeleton() {
  return (
    <div role="status" aria-label="加载中">
      <div className="link-tabs" aria-hidden="true" />
      <div className="detail-info">
        <div className="detail-cover skeleton detail-cover-skeleton" />
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
