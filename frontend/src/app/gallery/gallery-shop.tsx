import { useState } from 'react'
import { ordersOptions } from '@/entities/order/api.ts'
import { plansOptions } from '@/entities/vip/api.ts'
import { Group } from '@/features/member/member-header.tsx'
import { OrderRow } from '@/features/vip/order-row.tsx'
import { PayChannels } from '@/features/vip/pay-channels.tsx'
import { PlanChoice, useChosenPlan } from '@/features/vip/plan-choice.tsx'
import { VipCard } from '@/features/vip/vip-card.tsx'
import { MagnetEntry } from '@/features/work-detail/magnet-tab.tsx'
import { NotOnline, PlayButton, PlayFailed } from '@/features/work-detail/play-stage.tsx'
import { PlayerBar } from '@/features/work-detail/player/player-bar.tsx'
import type { VideoState } from '@/features/work-detail/player/use-video-state.ts'
import { makeMagnet, makeOrder, makePlan } from '@/testing/factories.ts'
import { answered, Cached, FAILURE, type Known } from './cached.tsx'
import { GalleryPart } from './gallery-part.tsx'
import '@/features/member/member-header.css'
import '@/features/vip/orders-page.css'
import '@/features/work-detail/magnet-tab.css'
import '@/features/work-detail/play-stage.css'
import '@/features/work-detail/player/player.css'
import '@/shared/ui/chip.css'

const NOTHING = () => undefined
const PLANS = [
  makePlan(1, { name: 'VIP年卡', remark: '365天 · 不限次数复制磁力链接', currentPrice: '198.00', origPrice: '360.00' }),
  makePlan(2, { name: 'VIP双月卡', remark: '60天', currentPrice: '68.00' }),
  makePlan(3, { name: '名字很长很长，一行怎么也放不下的活动特惠套餐', currentPrice: '9.90', origPrice: '19.90' }),
]
const PLAN_STATES: Record<string, Known> = {
  等待: {},
  在售: answered({ code: 200, msg: '', rows: PLANS, total: PLANS.length }),
  无: answered({ code: 200, msg: '', rows: [], total: 0 }),
  失败: { status: 'error', error: FAILURE },
}
const ORDERS = [
  makeOrder(1),
  makeOrder(2, { status: 1 }),
  makeOrder(3, { status: 1, payName: '年卡VIP-激活码', activationCode: 'ABCD-EFGH-JKMN-PQRS', activationUsed: false }),
  makeOrder(4, { status: 1, payName: '年卡VIP-激活码', activationCode: 'ABCD-EFGH-JKMN-PQRT', activationUsed: true }),
  makeOrder(5, { status: 2 }),
  makeOrder(6, { status: 3 }),
]
const VIP = { levelId: 2, groupName: 'VIP会员', groupLevel: 2, expireTime: '2026-12-01 00:00:00' }
const FILM: VideoState = {
  playing: true,
  waiting: false,
  ended: false,
  time: 1275,
  duration: 5400,
  buffered: 1820,
  volume: 0.6,
  muted: false,
  rate: 1.5,
}
const CONTROLS = {
  toggle: NOTHING,
  seekTo: NOTHING,
  seekBy: NOTHING,
  setVolume: NOTHING,
  toggleSound: NOTHING,
  setRate: NOTHING,
}

/** What sells VIP, and what VIP is for: magnets and films. */
export function GalleryShop() {
  return (
    <>
      <GalleryPart name="VipCard">
        <VipCard />
      </GalleryPart>
      {Object.entries(PLAN_STATES).map(([state, known]) => (
        <GalleryPart key={state} name={`PlanChoice: ${state}`}>
          <Cached keys={[plansOptions('time').queryKey]} known={known}>
            <Plans />
          </Cached>
        </GalleryPart>
      ))}
      <GalleryPart name="PayChannels">
        <PayChannels plan={makePlan(1)} />
      </GalleryPart>
      <GalleryPart name="OrderRow: 未支付、已支付、激活码、已使用、异常、已关闭">
        <Cached keys={[ordersOptions().queryKey]} known={{}}>
          <ul className="orders">
            {ORDERS.map((order) => (
              <li key={order.orderId}>
                <OrderRow order={order} toldAt={Date.now()} />
              </li>
            ))}
          </ul>
        </Cached>
      </GalleryPart>
      <GalleryPart name="Group: VIP、快到期">
        <Group level={VIP} now={Date.UTC(2026, 0, 1)} />
        <Group level={VIP} now={Date.UTC(2026, 10, 28)} />
      </GalleryPart>
      <GalleryPart name="MagnetEntry: 未复制、复制中、已复制">
        <ul className="magnets">
          <li className="magnet">
            <MagnetEntry magnet={makeMagnet(1)} busy={false} onCopy={NOTHING} />
          </li>
          <li className="magnet">
            <MagnetEntry magnet={makeMagnet(2)} busy onCopy={NOTHING} />
          </li>
          <li className="magnet">
            <MagnetEntry
              magnet={makeMagnet(3, { locked: false, infoHash: '3'.repeat(40) })}
              busy={false}
              onCopy={NOTHING}
            />
          </li>
        </ul>
      </GalleryPart>
      <GalleryPart name="PlayButton: 可以播放、载入; PlayFailed; NotOnline: 不支持、转码">
        <div className="gallery-cards">
          {[false, true].map((waiting) => (
            <div key={String(waiting)} className="play-stage gallery-stage">
              <PlayButton waiting={waiting} onPlay={NOTHING} />
            </div>
          ))}
          <div className="play-stage gallery-stage">
            <PlayFailed onRetry={NOTHING} />
          </div>
        </div>
        <NotOnline transcoding={false} downloadable />
        <NotOnline transcoding={false} downloadable={false} />
        <NotOnline transcoding downloadable={false} />
      </GalleryPart>
      <GalleryPart name="PlayerBar">
        <div className="play-stage gallery-stage">
          <div className="player">
            <PlayerBar
              state={FILM}
              controls={CONTROLS}
              isFullScreen={false}
              onFullScreen={NOTHING}
              onFloat={NOTHING}
              onHelp={NOTHING}
              onUse={NOTHING}
            />
          </div>
        </div>
      </GalleryPart>
    </>
  )
}

function Plans() {
  const [chosen, setChosen] = useState<string | null>(null)
  return <PlanChoice kind="time" label="套餐" current={useChosenPlan('time', chosen)} onChoose={setChosen} />
}
