import { useQuery } from '@tanstack/react-query'
import { Crown, type IconNode, Magnet, Play } from 'lucide'
import { daysLeft, isVip } from '@/entities/user/level.ts'
import { useLevel } from '@/entities/user/use-level.ts'
import { facetsOptions } from '@/entities/work/api.ts'
import { siteTexts } from '@/shared/api/app-config.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './vip-card.css'

/** All works, of which the answer counts those that can be watched online. */
const ALL = facetsOptions({ onlyMagnet: false, pageSize: 1 })

function benefits(online: number | undefined): readonly { icon: IconNode; text: string }[] {
  const films = online ? ` ${online} 部影片` : '影片'
  return [
    { icon: Magnet, text: '磁力链接不限次数复制' },
    { icon: Play, text: `在线观看标有「在线」的${films}` },
  ]
}

/** Benefits of VIP, and its expiry for the current user. */
export function VipCard({ now = Date.now() }: { now?: number }) {
  const level = useLevel()
  const { data: facets } = useQuery(ALL)
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
        {benefits(facets?.online).map(({ icon, text }) => (
          <li key={text}>
            <Icon of={icon} size={18} />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
