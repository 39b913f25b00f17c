import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide'
import { Link } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './report-work.css'

/** A link to the work in the console, for operators who may edit works. */
export function EditWork({ id }: { id: string }) {
  const permissions = useQuery(userInfoOptions()).data?.permissions ?? []
  if (!permissions.includes('works:edit')) return null
  return (
    <Link to={`/admin/works?open=${id}`} className="report-work">
      <Icon of={Pencil} size={16} />
      编辑此作品
    </Link>
  )
}
