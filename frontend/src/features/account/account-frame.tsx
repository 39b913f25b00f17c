import type { ReactNode } from 'react'
import { Logo } from '@/shared/ui/logo.tsx'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import './account.css'

interface AccountFrameProps {
  title: string
  /** The form has more fields than fit below each other on a small desktop. */
  long?: boolean
  children: ReactNode
}

/** The frame of the forms for visitors: the mark, what the form is for, the form. */
export function AccountFrame({ title, long, children }: AccountFrameProps) {
  return (
    <div className={long ? 'page account account-long' : 'page account'}>
      <section className="account-card">
        <Logo large />
        <h1>{title}</h1>
        {children}
      </section>
      <SiteFoot />
    </div>
  )
}
