import { useParams } from 'react-router-dom'
import { DetailPage } from './detail-page.tsx'

/** /western/{id}: shows original names, as western works have no Chinese ones (R3.7). */
export default function WesternDetailPage() {
  const { id = '' } = useParams()
  return <DetailPage key={id} id={id} channel="western" heading="欧美作品详情" originalNames />
}
