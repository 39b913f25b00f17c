import { Link, useLocation } from 'react-router-dom'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { channelMenu, isUnder } from './menus.ts'
import '@/shared/ui/link-tabs.css'
import './channel-menu.css'

/** The menu of one channel, a strip that scrolls sideways on a phone (spec §2.2). */
export function ChannelMenu({ channel }: { channel: ChannelName }) {
  const { pathname } = useLocation()
  return (
    <nav className="link-tabs channel-menu" aria-label={`${CHANNELS[channel].label}频道`}>
      {channelMenu(channel).map((item) => (
        <Link
          key={item.to}
          to={item.to}
          className="link-tab"
          aria-current={isUnder(item, pathname) ? 'page' : undefined}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
