import type { ReactNode } from 'react'
import { Logo } from '@/shared/ui/logo.tsx'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import './account.css'

/** The frame of the forms for visitors: the mark, what the form is for, the form. */
export function AccountFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="page account">
      <section className="account-card">
        <Logo large />
        <h1>{title}</h1>
        {children}
      </section>
      <SiteFoot />
    </div>
  )
}
