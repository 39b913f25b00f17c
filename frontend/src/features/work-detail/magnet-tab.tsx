import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { downloadsOfWorkOptions } from '@/entities/download/api.ts'
import { magnetsOptions } from '@/entities/magnet/api.ts'
import { copiesADay, useCopiesLeft } from '@/entities/magnet/copy-count.ts'
import { magnetLink } from '@/entities/magnet/link.ts'
import { MagnetName } from '@/entities/magnet/magnet-name.tsx'
import { Marks } from '@/entities/magnet/marks.tsx'
import { userInfoOptions } from '@/entities/user/api.ts'
import { isVip } from '@/entities/user/level.ts'
import { useLevel } from '@/entities/user/use-level.ts'
import { setOnlyMagnet, useMagnetDefault } from '@/entities/work/magnet-switch.ts'
import { MagnetToggle } from '@/entities/work/magnet-toggle.tsx'
import { releaseDay } from '@/entities/work/release.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Magnet, Work } from '@/shared/api/types.ts'
import { dateOnly, formatSize } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { Segmented } from '@/shared/ui/segmented.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { CopyAll } from './copy-all.tsx'
import { DownloadButton } from './download-button.tsx'
import { DownloadNote } from './download-note.tsx'
import { MagnetPrompts } from './magnet-prompts.tsx'
import { useDownloadAsks } from './use-download-asks.ts'
import { useMagnetCopy } from './use-magnet-copy.ts'

const DownloadDialog = lazy(() => import('./download-dialog.tsx'))

type MagnetSort = 'length' | 'createTime'
const SORTS = [
  { value: 'length', label: '按大小' },
  { value: 'createTime', label: '按日期' },
] as const

/** Largest or newest first; the server sends the largest first. */
function sorted(magnets: readonly Magnet[], sort: MagnetSort): readonly Magnet[] {
  if (sort === 'length') return magnets
  return [...magnets].sort((one, other) => other.createTime.localeCompare(one.createTime))
}

/** The tab 磁力下载; loaded when it is first opened (R3.3). */
export function MagnetTab({ work }: { work: Work }) {
  const magnets = useQuery(magnetsOptions(work))
  const isWaiting = useWaiting(work)
  return (
    <QueryView query={magnets}>
      {(rows) => (isWaiting ? <Spinner /> : <Magnets work={work} magnets={rows} />)}
    </QueryView>
  )
}

/** Whether it is still on its way what stands above and beside the links of a member, and would move them. */
function useWaiting(work: Work): boolean {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  const asked = useQuery(downloadsOfWorkOptions(work))
  return signedIn && (info.isLoading || asked.isLoading)
}

function Magnets({ work, magnets }: { work: Work; magnets: readonly Magnet[] }) {
  const copying = useMagnetCopy(work)
  const none = magnets.length === 0
  const onlyMagnet = useMagnetDefault()
  const [sort, setSort] = useState<MagnetSort>('length')
  const unlimited = isVip(useLevel())
  const asks = useDownloadAsks(work, magnets, unlimited)
  return (
    <>
      {asks.latest && <DownloadNote request={asks.latest} />}
      {!none && (
        <div className="magnets-head">
          <h2>磁力链接</h2>
          <p className="magnets-count numeric">
            <span>{`共 ${magnets.length} 条`}</span>
            <Allowance />
          </p>
        </div>
      )}
      {magnets.length > 1 && (
        <div className="magnets-tools">
          <Segmented label="排序" choices={SORTS} current={sort} onChange={setSort} />
          <CopyAll magnets={sorted(magnets, sort)} unlimited={unlimited} copying={copying} />
        </div>
      )}
      {none ? (
        <EmptyView text="暂无磁力链接" hint={`正式发行时间：${releaseDay(work)}`} />
      ) : (
        <ul className="magnets">
          {sorted(magnets, sort).map((magnet) => (
            <li key={magnet.id} className="magnet" data-asks={asks.offersFor(magnet) || undefined}>
              <MagnetEntry magnet={magnet} busy={copying.busy === magnet.id} onCopy={() => copying.copy(magnet)}>
                {asks.offersFor(magnet) && (
                  <DownloadButton request={asks.requestOf(magnet)} onAsk={() => asks.open(magnet)} />
                )}
              </MagnetEntry>
            </li>
          ))}
        </ul>
      )}
      <div className="magnets-filter">
        <p>浏览作品列表时</p>
        <MagnetToggle only={onlyMagnet} onSwitch={setOnlyMagnet} />
      </div>
      <Suspense>{asks.asking && <DownloadDialog work={work} magnet={asks.asking} onClose={asks.close} />}</Suspense>
      <MagnetPrompts refusal={copying.refusal} byHand={copying.byHand} onClose={copying.dismiss} />
    </>
  )
}

/** Remaining copies of today. */
function Allowance() {
  const signedIn = useSignedIn()
  const level = useLevel()
  const left = useCopiesLeft()
  if (signedIn && !level) return null
  if (isVip(level)) return <span>VIP 不限次数</span>
  return (
    <span>
      {left === null ? `每日可复制 ${copiesADay()} 次` : `今日还可复制 ${left} 次`}
      {signedIn && (
        <>
          {' · '}
          <Link to="/sub" className="text-link">
            兑换激活码
          </Link>
        </>
      )}
    </span>
  )
}

interface MagnetEntryProps {
  magnet: Magnet
  /** Whether its link is being fetched. */
  busy: boolean
  onCopy: () => void
  /** Further actions. */
  children?: ReactNode
}

/** A magnet: name with marks, size, date, hash, and the buttons to copy and to open it. */
function MagnetEntry({ magnet, busy, onCopy, children }: MagnetEntryProps) {
  return (
    <>
      <p className="magnet-name">
        <MagnetName name={magnet.name} /> <Marks marks={magnet.marks} />
      </p>
      <p className="magnet-size numeric">
        <span className="visually-hidden">大小 </span>
        <span>{formatSize(magnet.length)}</span>
      </p>
      <p className="magnet-meta numeric">
        <time dateTime={dateOnly(magnet.createTime)}>{dateOnly(magnet.createTime)}</time>
        <code className="magnet-hash">{shortHash(magnet.infoHash)}</code>
      </p>
      <span className="magnet-actions">
        {!magnet.locked && (
          <a className="chip" href={magnetLink(magnet)} aria-label={`打开 ${magnet.name.replace(/<\/?em>/g, '')}`}>
            <Icon of={ExternalLink} size={16} />
            打开
          </a>
        )}
        <button type="button" className="chip magnet-copy" aria-disabled={busy || undefined} onClick={onCopy}>
          <Icon of={Copy} size={16} />
          {busy ? '复制中' : '复制'}
        </button>
      </span>
      {children}
    </>
  )
}

/** Shortens the masked part of a locked hash. */
function shortHash(hash: string): string {
  return hash.replace(/\*+$/, '…')
}
