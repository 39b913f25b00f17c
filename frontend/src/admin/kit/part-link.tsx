import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { type QueryChange, withParams } from '@/shared/lib/query.ts'
import { type AdminSection, partsFor } from './sections.ts'

interface PartLinkProps {
  section: AdminSection
  query: QueryChange
  children: string
}

/** Leads into another section of the console; plain text for who may not see it. */
export function PartLink({ section, query, children }: PartLinkProps) {
  const permissions = useQuery(userInfoOptions()).data?.permissions ?? []
  const part = partsFor(permissions).find((known) => known.section === section)
  if (!part) return children
  return (
    <Link to={`${part.to}?${withParams(new URLSearchParams(), query)}`} className="admin-link">
      {children}
    </Link>
  )
}
