import { useParams } from 'react-router-dom'
import { DetailPage } from '@/features/work-detail/detail-page.tsx'
import type { ChannelName } from '@/shared/config/channels.ts'

/** /censored/{id} and /uncensored/{id} (R1.11). */
export default function WorkDetailPage({ channel }: { channel: ChannelName }) {
  const { id = '' } = useParams()
  return <DetailPage key={id} id={id} channel={channel} />
}
