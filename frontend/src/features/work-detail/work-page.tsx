import { useParams } from 'react-router-dom'
import type { ChannelName } from '@/shared/config/channels.ts'
import { DetailPage } from './detail-page.tsx'

/** /censored/{id}, /uncensored/{id} (R1.11) and /western/{id}, whose works have no Chinese names (R3.7). */
export default function WorkDetailPage({ channel }: { channel: ChannelName }) {
  const { id = '' } = useParams()
  const western = channel === 'western' && { heading: '欧美作品详情', originalNames: true }
  return <DetailPage key={id} id={id} channel={channel} {...western} />
}
