import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { channelMenu, isUnder } from './menus.ts'
import { useAgain } from './use-again.ts'
import '@/shared/ui/link-tabs.css'
import './channel-menu.css'

interface ChannelMenuProps {
  channel: ChannelName
  /** Show it only in the rail of wide screens: the page is not in the menu. */
  railOnly?: boolean
}

/** The menu of a channel (R1.28): a scrolling strip on a phone, the side rail on wide screens. */
export function ChannelMenu({ channel, railOnly = false }: ChannelMenuProps) {
  const { pathname } = useLocation()
  const onAgain = useAgain()
  const strip = useRef<HTMLElement>(null)
  const { label } = CHANNELS[channel]
  const items = channelMenu(channel)
  const position = items.findIndex((item) => isUnder(item, pathname))

  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && current && position >= 0) {
      strip.current.scrollLeft = current.offsetLeft - (strip.current.clientWidth - current.offsetWidth) / 2
    }
  }, [position])

  return (
    <nav
      ref={strip}
      className={railOnly ? 'link-tabs channel-menu channel-menu-rail' : 'link-tabs channel-menu'}
      aria-label={`${label}频道`}
    >
      <p className="channel-menu-name" aria-hidden="true">
        {label}
      </p>
      {items.map((item, index) => (
        <Link
          key={item.to}
          to={item.to}
          className="link-tab"
          aria-current={index === position ? 'page' : undefined}
          onClick={(event) => onAgain(event, item.to)}
        >
          <Icon of={item.icon} />
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
