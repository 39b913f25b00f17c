import type { ReactNode } from 'react'
import { Tag } from 'vant-react'
import './badge.css'

/** A short word on a cover or beside a name. */
export function Badge({ children, tone = 'plain' }: { children: ReactNode; tone?: 'plain' | 'accent' | 'vip' }) {
  return <Tag className={`badge badge-${tone}`}>{children}</Tag>
}
