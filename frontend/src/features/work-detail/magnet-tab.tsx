import { useQuery } from '@tanstack/react-query'
import { magnetsOptions } from '@/entities/magnet/api/magnets.ts'
import { MagnetName } from '@/entities/magnet/magnet-name.tsx'
import type { Work } from '@/shared/api/types.ts'
import { dateOnly, formatSize } from '@/shared/lib/format.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'

/** The tab 磁力下载; it asks the API when it is opened for the first time (spec §2.5). */
export function MagnetTab({ work }: { work: Work }) {
  const magnets = useQuery(magnetsOptions(work.number))
  if (magnets.isPending) return <Spinner />
  if (magnets.isError) return <ErrorView error={magnets.error} onRetry={() => void magnets.refetch()} />
  if (magnets.data.length === 0) {
    return <EmptyView text="暂无磁力链接" hint={`正式发行时间：${dateOnly(work.pubTime)}`} />
  }
  return (
    <ul className="magnets">
      {magnets.data.map((magnet) => (
        <li key={magnet.id} className="magnet">
          <p className="magnet-name">
            <MagnetName name={magnet.name} />
          </p>
          <p className="magnet-meta numeric">
            <span>{formatSize(magnet.length)}</span>
            <time dateTime={dateOnly(magnet.createTime)}>{dateOnly(magnet.createTime)}</time>
            <code>{magnet.infoHash}</code>
          </p>
        </li>
      ))}
    </ul>
  )
}
