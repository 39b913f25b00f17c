import type { ReactNode } from 'react'
import { Tag } from 'vant-react'
import './badge.css'

interface BadgeProps {
  children: ReactNode
  /** `quiet` is for words among text, the others also stand on pictures. */
  tone?: 'plain' | 'accent' | 'vip' | 'quiet'
}

/** A short word on a cover or beside a name. */
export function Badge({ children, tone = 'plain' }: BadgeProps) {
  return <Tag className={`badge badge-${tone}`}>{children}</Tag>
}
