import { useCallback, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { askAgeAgain, leave } from '@/features/age-gate/age-choice.ts'
import { BackToTop } from '@/features/navigation/back-to-top.tsx'
import { ChannelMenu } from '@/features/navigation/channel-menu.tsx'
import { Header } from '@/features/navigation/header.tsx'
import { channelMenu, HEADER_MENU, type Section } from '@/features/navigation/menus.ts'
import { TabBar } from '@/features/navigation/tab-bar.tsx'
import { SearchBox } from '@/features/search/search-box.tsx'
import { SiteMenu } from '@/features/site-menu/site-menu.tsx'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { onOwnPasswordAsked } from '@/shared/feedback/own-password.ts'
import { OpenSmoothly } from '@/shared/lib/open-smoothly.ts'
import { NotFound } from '@/shared/ui/not-found.tsx'
import { KeepAliveScreens, screenAt } from './keep-alive.tsx'
import { LoginDialog } from './login-dialog.tsx'
import { PageNotes } from './page-notes.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useKeysDialog } from './use-keys-dialog.tsx'
import { useOpenInside } from './use-open-inside.ts'
import './shell.css'

/** The frame of every page: header, channel menu, screens and tab bar. */
export function Shell() {
  const location = useLocation()
  const { pathname } = location
  const navigate = useNavigate()
  const main = useFocusOnNavigation(location)
  const screen = screenAt(pathname)
  const bare = screen?.bare === true
  useEffect(() => onOwnPasswordAsked(() => void navigate('/user/account', { replace: true })), [navigate])
  const openSmoothly = useCallback((path: string) => void navigate(path, { viewTransition: true }), [navigate])
  const channel = channelOfSection(screen?.section)
  const keys = useKeysDialog(!bare)
  useOpenInside()

  return (
    <div className={classOf(bare, screen?.hideTabBar)}>
      <a className="skip-link" href="#main">
        跳到内容
      </a>
      {!bare && (
        <Header
          section={screen?.section}
          search={<SearchBox />}
          menu={
            <SiteMenu
              entries={HEADER_MENU}
              groups={MENU_GROUPS}
              onFollow={(to) => void navigate(to, { replace: true })}
              onKeys={keys.show}
              onAskAge={askAgeAgain}
              onLeave={leave}
            />
          }
        />
      )}
      {!bare && <TabBar section={screen?.section} />}
      <main id="main" ref={main} tabIndex={-1}>
        {channel && <ChannelMenu channel={channel} railOnly={!screen?.channel} />}
        {screen ? null : <NotFound />}
        <OpenSmoothly value={openSmoothly}>
          <KeepAliveScreens />
        </OpenSmoothly>
      </main>
      {!bare && <BackToTop />}
      <LoginDialog />
      <PageNotes />
      {keys.dialog}
    </div>
  )
}

/** `bare`: no frame at any width. `hideTabBar`: no tab bar on a phone. */
function classOf(bare: boolean, hideTabBar = false): string {
  return `shell${bare ? ' shell-bare' : ''}${hideTabBar ? ' shell-without-tabs' : ''}`
}

/** The channel whose menu the page shows. */
function channelOfSection(section: Section | undefined): ChannelName | undefined {
  return CHANNEL_ORDER.find((channel) => channel === section)
}

/** The menu is the same on every page. */
const MENU_GROUPS = CHANNEL_ORDER.map((channel) => ({ label: CHANNELS[channel].label, items: channelMenu(channel) }))
