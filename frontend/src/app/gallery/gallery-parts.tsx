import { Film, Heart, RotateCw, Star } from 'lucide'
import { useState } from 'react'
import { ApiError } from '@/shared/api/errors.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { type ToastMessage, toast } from '@/shared/feedback/toasts.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import { Refreshable } from '@/shared/ui/refreshable.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { Tabs } from '@/shared/ui/tabs.tsx'
import { GalleryPart } from './gallery-part.tsx'
import '@/shared/ui/chip.css'

const NOTHING = () => undefined
const FAILURE = new ApiError('网络连接失败', { kind: 'offline' })
const KINDS: readonly ToastMessage['kind'][] = ['plain', 'success', 'warning', 'error']
const SHAPES = ['box', 'sheet', 'side', 'wide'] as const
const COVER = { path: 'covers/11-small.svg', tint: '#3a4a6b', fallback: 'ABCD-011' }

/** The parts of shared/ui. */
export function GalleryParts() {
  return (
    <>
      <GalleryPart name="Logo">
        <div className="gallery-row">
          <Logo />
          <Logo large />
        </div>
      </GalleryPart>
      <GalleryPart name="Icon">
        <div className="gallery-row">
          <Icon of={Heart} />
          <Icon of={Star} />
          <Icon of={Film} size={28} />
        </div>
      </GalleryPart>
      <GalleryPart name="Button">
        <div className="gallery-row">
          <Button>普通</Button>
          <Button primary>主要</Button>
          <Button round>圆角</Button>
          <Button disabled>停用</Button>
          <Button primary disabled>
            停用
          </Button>
          <Button loading loadingText="加载中">
            加载
          </Button>
          <button type="button" className="icon-button" aria-label="刷新">
            <Icon of={RotateCw} />
          </button>
        </div>
      </GalleryPart>
      <GalleryPart name="Chip">
        <div className="gallery-row">
          <button type="button" className="chip">
            普通
          </button>
          <button type="button" className="chip" aria-pressed="true">
            选中
          </button>
        </div>
      </GalleryPart>
      <GalleryPart name="Badge">
        <div className="gallery-row">
          <Badge>有码</Badge>
          <Badge tone="accent">未发行</Badge>
          <Badge tone="vip">VIP</Badge>
        </div>
      </GalleryPart>
      <GalleryPart name="Cover: 有图、无图、坏图、低调">
        <div className="gallery-cards">
          <Cover {...COVER} />
          <Cover {...COVER} path="" />
          <Cover {...COVER} path="data:image/png;base64,none" />
          <div className="discreet">
            <Cover {...COVER} />
          </div>
        </div>
      </GalleryPart>
      <TabParts />
      <DialogParts />
      <StateParts />
    </>
  )
}

function TabParts() {
  const [tab, setTab] = useState<'one' | 'two' | 'three'>('one')
  const links = ['第一', '第二', '第三'].map((label, index) => ({ label, to: `?tab=${index}`, current: index === 0 }))
  return (
    <>
      <GalleryPart name="Tabs">
        <Tabs
          label="标签"
          current={tab}
          onChange={setTab}
          tabs={[
            { key: 'one', label: '作品详情', panel: <p>第一页</p> },
            { key: 'two', label: '磁力下载', panel: <p>第二页</p> },
            { key: 'three', label: '作品剧照', panel: <p>第三页</p> },
          ]}
        />
      </GalleryPart>
      <GalleryPart name="LinkTabs">
        <LinkTabs label="链接标签" tabs={links} />
        <LinkTabs label="小链接标签" tabs={links} small />
      </GalleryPart>
    </>
  )
}

function DialogParts() {
  const [shape, setShape] = useState<(typeof SHAPES)[number] | null>(null)
  return (
    <>
      <GalleryPart name="Dialog">
        <div className="gallery-row">
          {SHAPES.map((name) => (
            <Button key={name} onClick={() => setShape(name)}>
              {name}
            </Button>
          ))}
          <Button onClick={askToLogIn}>登录提示</Button>
        </div>
        <Dialog title="对话框" open={shape !== null} onClose={() => setShape(null)} shape={shape ?? 'box'}>
          <p className="dialog-text">一段文字，说明要做的事。</p>
          <div className="dialog-actions">
            <CancelButton />
            <Button primary onClick={() => setShape(null)}>
              确定
            </Button>
          </div>
        </Dialog>
      </GalleryPart>
      <GalleryPart name="Toast">
        <div className="gallery-row">
          {KINDS.map((kind) => (
            <p key={kind} className={`toast toast-${kind}`}>
              {kind}
            </p>
          ))}
          {KINDS.map((kind) => (
            <Button key={kind} onClick={() => toast('复制成功', { kind })}>
              {kind}
            </Button>
          ))}
        </div>
      </GalleryPart>
    </>
  )
}

function StateParts() {
  return (
    <>
      <GalleryPart name="Spinner">
        <Spinner />
      </GalleryPart>
      <GalleryPart name="EmptyView">
        <EmptyView text="没有符合的影片" hint="当前只看有磁力的影片，未发行的影片不在其中。">
          <Button round>显示全部</Button>
        </EmptyView>
      </GalleryPart>
      <GalleryPart name="ErrorView">
        <ErrorView error={FAILURE} onRetry={NOTHING} />
      </GalleryPart>
      <GalleryPart name="ListFooter: 更多、加载、失败、到底">
        <ListFooter finished={false} loading={false} error={null} onMore={NOTHING} />
        <ListFooter finished={false} loading error={null} onMore={NOTHING} />
        <ListFooter finished={false} loading={false} error={FAILURE} onMore={NOTHING} />
        <ListFooter finished loading={false} error={null} onMore={NOTHING} />
      </GalleryPart>
      <GalleryPart name="Refreshable">
        <Refreshable onRefresh={async () => undefined}>
          <p>下拉刷新</p>
        </Refreshable>
      </GalleryPart>
    </>
  )
}
