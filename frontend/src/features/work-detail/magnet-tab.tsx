import { useQuery } from '@tanstack/react-query'
import { magnetsOptions } from '@/entities/magnet/api/magnets.ts'
import { MagnetName } from '@/entities/magnet/magnet-name.tsx'
import { MagnetToggle } from '@/entities/work/magnet-toggle.tsx'
import type { Magnet, Work } from '@/shared/api/types.ts'
import { dateOnly, formatSize } from '@/shared/lib/format.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'

/** The tab 磁力下载; it asks the API when it is opened for the first time (spec §2.5). */
export function MagnetTab({ work }: { work: Work }) {
  const magnets = useQuery(magnetsOptions(work.number))
  if (magnets.isPending) return <Spinner />
  if (magnets.isError) return <ErrorView error={magnets.error} onRetry={() => void magnets.refetch()} />
  const none = magnets.data.length === 0
  return (
    <>
      <div className="magnets-head">
        <p className="numeric">{none ? '' : `共 ${magnets.data.length} 条`}</p>
        <div className="magnets-filter">
          <span>作品列表</span>
          <MagnetToggle />
        </div>
      </div>
      {none ? (
        <EmptyView text="暂无磁力链接" hint={`正式发行时间：${dateOnly(work.pubTime)}`} />
      ) : (
        <ul className="magnets">
          {magnets.data.map((magnet) => (
            <li key={magnet.id} className="magnet">
              <MagnetEntry magnet={magnet} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function MagnetEntry({ magnet }: { magnet: Magnet }) {
  return (
    <>
      <p className="magnet-name">
        <MagnetName name={magnet.name} />
      </p>
      <p className="magnet-size numeric">
        <span className="visually-hidden">大小 </span>
        <span>{formatSize(magnet.length)}</span>
      </p>
      <p className="magnet-meta numeric">
        <time dateTime={dateOnly(magnet.createTime)}>{dateOnly(magnet.createTime)}</time>
        <code className="magnet-hash">{shortHash(magnet.infoHash)}</code>
      </p>
    </>
  )
}

/** What is hidden of a locked hash is not worth a row of stars. */
function shortHash(hash: string): string {
  return hash.replace(/\*+$/, '…')
}
