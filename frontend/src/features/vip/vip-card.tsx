import { Crown, type IconNode, Magnet, Play } from 'lucide'
import { daysLeft, isVip } from '@/entities/user/level.ts'
import { useLevel } from '@/entities/user/use-level.ts'
import { siteTexts } from '@/shared/api/app-config.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './vip-card.css'

const BENEFITS: readonly { icon: IconNode; text: string }[] = [
  { icon: Magnet, text: '磁力链接不限次数复制' },
  { icon: Play, text: '在线观看标有「在线」的影片' },
]

/** Benefits of VIP, and its expiry for the current user. */
export function VipCard({ now = Date.now() }: { now?: number }) {
  const level = useLevel()
  const has = isVip(level)
  const left = daysLeft(level?.expireTime, now)
  return (
    <section className="vip-card" aria-label="VIP 会员">
      <p className="vip-card-name">
        <Icon of={Crown} size={26} />
        {has ? level?.groupName : `${siteTexts().name} VIP`}
      </p>
      <p className="vip-card-state numeric">
        {has && level?.expireTime && left !== null
          ? `${dateOnly(level.expireTime)} 到期，还剩 ${left} 天，续费顺延`
          : has
            ? '已开通'
            : '付款后立即生效'}
      </p>
      <ul>
        {BENEFITS.map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} size={18} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
