import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { channelMenu, isUnder } from './menus.ts'
import '@/shared/ui/link-tabs.css'
import './channel-menu.css'

/** The menu of one channel, a strip that scrolls sideways on a phone (spec §2.2). */
export function ChannelMenu({ channel }: { channel: ChannelName }) {
  const { pathname } = useLocation()
  const strip = useRef<HTMLElement>(null)
  const items = channelMenu(channel)
  const position = items.findIndex((item) => isUnder(item, pathname))

  useEffect(() => {
    const current = strip.current?.children[position]
    if (strip.current && current instanceof HTMLElement) {
      strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2
    }
  }, [position])

  return (
    <nav ref={strip} className="link-tabs channel-menu" aria-label={`${CHANNELS[channel].label}频道`}>
      {items.map((item, index) => (
        <Link key={item.to} to={item.to} className="link-tab" aria-current={index === position ? 'page' : undefined}>
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
