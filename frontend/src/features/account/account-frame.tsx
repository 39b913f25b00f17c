import type { ReactNode } from 'react'
import { Logo } from '@/shared/ui/logo.tsx'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import './account.css'

interface AccountFrameProps {
  title: string
  /** Two columns on small desktops, for forms with many fields. */
  long?: boolean
  children: ReactNode
}

/** The frame of public forms: logo, title and form. */
export function AccountFrame({ title, long, children }: AccountFrameProps) {
  return (
    <div className={long ? 'page page-full account account-long' : 'page page-full account'}>
      <section className="account-card">
        <Logo large />
        <h1>{title}</h1>
        {children}
      </section>
      <SiteFoot />
    </div>
  )
}
