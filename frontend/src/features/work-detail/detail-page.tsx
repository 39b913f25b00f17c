import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router-dom'
import { workDetailOptions } from '@/entities/work/api.ts'
import { recordHistory } from '@/entities/work/history.ts'
import { coverTint } from '@/entities/work/tint.ts'
import { workToKeep } from '@/entities/work/work-to-keep.ts'
import { isNotFound } from '@/shared/api/errors.ts'
import type { WorkDetail } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName, channelOf } from '@/shared/config/channels.ts'
import { WORK_ID_MIN } from '@/shared/config/constants.ts'
import { latestPath, workPath } from '@/shared/config/paths.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { Breadcrumbs } from '@/shared/ui/breadcrumbs.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { StaleNote } from '@/shared/ui/query-view.tsx'
import { ShareButton } from '@/shared/ui/share-button.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { Tabs } from '@/shared/ui/tabs.tsx'
import { WaysOn } from '@/shared/ui/ways-on.tsx'
import { CollectButton } from './collect-button.tsx'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { DetailTab } from './detail-tab.tsx'
import { LikeButton } from './like-button.tsx'
import { MagnetTab } from './magnet-tab.tsx'
import { StillsTab } from './stills-tab.tsx'
import { useBadIdReturn } from './use-bad-id-return.ts'

// Later ones override earlier ones.
import './detail-page.css'
import './detail-info.css'
import './play-stage.css'
import './related-works.css'
import './preview-dialog.css'
import './magnet-tab.css'
import './stills-tab.css'
import './toggle-button.css'

interface DetailPageProps {
  id: string
  /** Channel in the URL. */
  channel: ChannelName
  /** Heading while loading. */
  heading?: string
  /** Shows original names instead of Chinese ones. */
  originalNames?: boolean
}

/** A work's page: title bar and three tabs (R3.2, R3.3). */
export function DetailPage({ id, channel, heading = '作品详情', originalNames = false }: DetailPageProps) {
  const bad = id.length < WORK_ID_MIN
  const detail = useQuery({ ...workDetailOptions(id), enabled: !bad })
  const work = detail.data?.data
  const { search } = useLocation()
  useBadIdReturn(bad)
  const kept = detail.data && workToKeep(detail.data)
  useEffect(() => {
    if (kept) recordHistory(kept)
  }, [kept])

  const missing = isNotFound(detail.error)
  // Each channel has its own screen; redirect to the work's channel, and from a merged work to the other one.
  if (work && (channelOf(work.modId).name !== channel || work.id !== id))
    return <Navigate to={workPath(work) + search} replace />
  return (
    <div className="detail" style={work && ({ '--tint': coverTint(work) } as CSSProperties)}>
      <Breadcrumbs
        above={[{ label: CHANNELS[channel].label, to: latestPath(channel) }]}
        current={work?.number ?? heading}
      />
      <TitleBar number={work?.number} title={work?.title ?? heading} detail={detail.data} />
      {!bad && detail.isPending && <DetailSkeleton id={id} />}
      {detail.isError && !missing && !detail.data && (
        <ErrorView error={detail.error} onRetry={() => void detail.refetch()} />
      )}
      {detail.isRefetchError && !missing && <StaleNote onRetry={() => void detail.refetch()} />}
      {missing && (
        <EmptyView text="访问资源不存在" hint="作品可能已经下架。">
          <WaysOn />
        </EmptyView>
      )}
      {detail.data && <DetailTabs detail={detail.data} originalNames={originalNames} />}
    </div>
  )
}

interface TitleBarProps {
  number?: string
  title: string
  /** The work, once loaded. */
  detail: WorkDetail | undefined
}

function TitleBar({ number, title, detail }: TitleBarProps) {
  return (
    <div className="detail-title">
      {number && <PageTitle title={`${number} ${title}`} />}
      <BackButton otherwise="/index" />
      <h1>
        {number && <span className="detail-number numeric">{number}</span>} {title}
      </h1>
      {detail && (
        <>
          <LikeButton detail={detail} />
          <CollectButton detail={detail} />
          <ShareButton title={`${number} ${title}`} />
        </>
      )}
    </div>
  )
}

const TAB_KEYS = ['info', 'magnet', 'stills'] as const

function DetailTabs({ detail, originalNames }: { detail: WorkDetail; originalNames: boolean }) {
  const [params, setParams] = useSearchParams()
  const current = TAB_KEYS.find((key) => key === params.get('tab')) ?? 'info'
  return (
    <Tabs
      label="作品"
      current={current}
      onChange={(key) => setParams(key === 'info' ? {} : { tab: key }, { replace: true, preventScrollReset: true })}
      tabs={[
        { key: 'info', label: '作品详情', panel: <DetailTab detail={detail} originalNames={originalNames} /> },
        { key: 'magnet', label: '磁力下载', panel: <MagnetTab work={detail.data} /> },
        { key: 'stills', label: '作品剧照', panel: <StillsTab work={detail.data} /> },
      ]}
    />
  )
}
