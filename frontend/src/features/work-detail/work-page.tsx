import { useParams } from 'react-router-dom'
import type { ChannelName } from '@/shared/config/channels.ts'
import { DetailPage } from './detail-page.tsx'

/** /censored/{id} and /uncensored/{id} (R1.11). */
export default function WorkDetailPage({ channel }: { channel: ChannelName }) {
  const { id = '' } = useParams()
  return <DetailPage key={id} id={id} channel={channel} />
}
