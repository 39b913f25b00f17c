import type { ReactNode } from 'react'
import { Tag } from 'vant-react/es/tag/index.js'
import './badge.css'

interface BadgeProps {
  children: ReactNode
  /** `quiet` is for badges in text; the others also work on pictures. */
  tone?: 'plain' | 'accent' | 'vip' | 'quiet'
}

/** A short label on a cover or beside a name. */
export function Badge({ children, tone = 'plain' }: BadgeProps) {
  return <Tag className={`badge badge-${tone}`}>{children}</Tag>
}
