import { ChevronRight } from 'lucide'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '@/shared/ui/icons.tsx'

interface HomeSectionProps {
  title: string
  /** Path of the full list, if there is more. */
  more?: string
  /** Shown behind the title. */
  note?: ReactNode
  children: ReactNode
}

/** A section of the home page with a link to the full list. */
export function HomeSection({ title, more, note, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="home-section-head">
        <h2 id={id}>{title}</h2>
        {note}
        {more && (
          <Link to={more} aria-label={`更多${title}`}>
            更多
            <Icon of={ChevronRight} size={16} />
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
