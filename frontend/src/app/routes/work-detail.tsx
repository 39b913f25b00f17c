import { useParams } from 'react-router-dom'
import { DetailPage } from '@/features/work-detail/detail-page.tsx'

/** /censored/{id} and /uncensored/{id} (spec §2.5). */
export default function WorkDetailPage() {
  const { id = '' } = useParams()
  return <DetailPage key={id} id={id} />
}
