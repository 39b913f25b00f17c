import { ChevronLeft } from 'lucide'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { useSignedIn } from '@/shared/api/session.ts'
import { returnPathIn } from '@/shared/lib/return-path.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { Tabs } from '@/shared/ui/tabs.tsx'
import { CollectTab } from './collect-tab.tsx'
import { FollowTab } from './follow-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { LikeTab } from './like-tab.tsx'
import { MemberBar } from './member-bar.tsx'
import { MemberHeader } from './member-header.tsx'
import { announceRefresh } from './refresh-version.ts'
import '@/shared/ui/chip.css'
import './member-page.css'

const TAB_KEYS = ['collect', 'like', 'follow', 'history'] as const

/** /user, the member centre. The tab is stored in the URL (R8.3). */
export default function MemberPage() {
  const [params, setParams] = useSearchParams()
  const { from } = returnPathIn(useLocation().state)
  useEffect(announceRefresh, [])
  const current = TAB_KEYS.find((key) => key === params.get('tab')) ?? 'collect'
  // The way back leads to a list as it was narrowed down.
  const isNarrowed = [...params.keys()].some((name) => name !== 'tab')
  return (
    <div className="page page-full member-page">
      <h1 className="visually-hidden">我的</h1>
      <div className="member-page-top">
        <MemberHeader />
        <MemberBar />
      </div>
      {from && (
        <Link to={from} className="chip member-page-back">
          <Icon of={ChevronLeft} size={16} />
          {wayBackName(from)}
        </Link>
      )}
      <Tabs
        label="我的内容"
        current={current}
        onChange={(key) =>
          setParams(key === 'collect' ? {} : { tab: key }, { replace: !isNarrowed, preventScrollReset: true })
        }
        tabs={[
          { key: 'collect', label: '收藏', panel: <ForMembers text="暂时没有收藏内容~" tab={<CollectTab />} /> },
          { key: 'like', label: '喜欢', panel: <ForMembers text="暂时没有喜欢的作品~" tab={<LikeTab />} /> },
          { key: 'follow', label: '关注', panel: <ForMembers text="还没有关注任何人或片商~" tab={<FollowTab />} /> },
          { key: 'history', label: '浏览记录', panel: <HistoryTab /> },
        ]}
      />
      <SiteFoot />
    </div>
  )
}

function wayBackName(from: string): string {
  if (from.startsWith('/pay')) return '继续购买'
  return from.startsWith('/admin') ? '返回管理台' : '返回影片'
}

/** A tab for members only; visitors get a login link. */
function ForMembers({ text, tab }: { text: string; tab: ReactNode }) {
  if (useSignedIn()) return tab
  return (
    <EmptyView text={text} hint="登录后可以收藏、喜欢和关注，换一台设备也能找到。">
      <Link to="/login" className="chip">
        去登录
      </Link>
    </EmptyView>
  )
}
