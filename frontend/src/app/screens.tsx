import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { DeskSection } from '@/features/desk/sections.ts'
import type { Section } from '@/features/navigation/menus.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, rankingPath, relationPath } from '@/shared/config/paths.ts'
import { SITE_PAGES } from '@/shared/config/site-pages.ts'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'

const Home = lazyScreen(() => import('./routes/home.tsx'))
const Latest = lazyScreen(() => import('./routes/latest.tsx'))
const Search = lazyScreen(() => import('./routes/search.tsx'))
const WorkDetail = lazyScreen(() => import('./routes/work-detail.tsx'))
const WesternDetail = lazyScreen(() => import('./routes/western-detail.tsx'))
const Ranking = lazyScreen(() => import('./routes/ranking.tsx'))
const Category = lazyScreen(() => import('./routes/category.tsx'))
const Browse = lazyScreen(() => import('./routes/browse.tsx'))
const User = lazyScreen(() => import('./routes/user.tsx'))
const Login = lazyScreen(() => import('./routes/login.tsx'))
const Register = lazyScreen(() => import('./routes/register.tsx'))
const Account = lazyScreen(() => import('./routes/account.tsx'))
const Pay = lazyScreen(() => import('./routes/pay.tsx'))
const Orders = lazyScreen(() => import('./routes/orders.tsx'))
const Sub = lazyScreen(() => import('./routes/sub.tsx'))
const MessageScreen = lazyScreen(() => import('./routes/message.tsx'))
const SitePage = lazyScreen(() => import('./routes/site-page.tsx'))
const Desk = lazyScreen(() => import('./routes/desk.tsx'))
/** Every component in every state; the built site has neither the page nor its address. */
const Gallery = import.meta.env.DEV ? lazyScreen(() => import('./gallery/gallery.tsx')) : null

/** A route and its meta (R1.2). */
export interface Screen {
  /** Pattern of the address. */
  path: string
  /** Becomes the document's title. */
  title: string
  element: ReactNode
  /** Stays alive while another screen is shown, so that coming back finds it as it was. */
  keepAlive?: boolean
  /** Part of the site it belongs to. */
  section?: Section
  /** Channel whose menu it shows. */
  channel?: ChannelName
  hideTabBar?: boolean
  /** Redirects visitors without a stored session to /UserLogin. No screen uses it (R1.3). */
  requireAuth?: boolean
  /** Rendered without header and tab bar. */
  bare?: boolean
}

const RELATION_TITLES: Record<RelationKind, string> = {
  tag: '类别',
  series: '系列',
  maker: '片商',
  label: '发行商',
  director: '导演',
  item: '相同系列',
  performer: '女优合集',
}

function channelScreens(channel: ChannelName): Screen[] {
  const { label } = CHANNELS[channel]
  const meta = { section: channel, channel }
  const detail = channel === 'western' ? <WesternDetail /> : <WorkDetail channel={channel} />
  const detailTitle = channel === 'western' ? '欧美作品详情' : '作品详情'
  return [
    { path: latestPath(channel), title: label, element: <Latest channel={channel} />, keepAlive: true, ...meta },
    {
      path: rankingPath(channel),
      title: `${label}排行`,
      element: <Ranking channel={channel} />,
      keepAlive: true,
      ...meta,
    },
    { path: `/${channel}/:id`, title: detailTitle, element: detail, section: channel, hideTabBar: true },
  ]
}

function relationScreens(kind: RelationKind): Screen[] {
  return RELATION_CHANNELS[kind].map((channel) => {
    const title = RELATION_TITLES[kind]
    const page = { channel, kind, title }
    return {
      path: relationPath(kind, channel, ':id'),
      title: `${CHANNELS[channel].label}${title}`,
      element: kind === 'tag' ? <Category channel={channel} title={title} /> : <Browse {...page} />,
      keepAlive: true,
      section: channel,
      channel,
    }
  })
}

function memberScreen(path: string, title: string, element: ReactNode): Screen {
  return { path, title, element, section: 'user', hideTabBar: true }
}

/** Screens outside the site's frame (R1.4). */
function bareScreen(path: string, title: string, element: ReactNode): Screen {
  return { ...memberScreen(path, title, element), bare: true }
}

/** A screen of the operators' console, which has a frame of its own. */
function deskScreen(path: string, title: string, section?: DeskSection): Screen {
  return { path, title, element: <Desk section={section} />, bare: true, hideTabBar: true }
}

/** Every route of the site. */
export const SCREENS: readonly Screen[] = [
  { path: '/', title: '映库', element: <Navigate to="/index" replace /> },
  { path: '/index', title: '首页', element: <Home />, keepAlive: true, section: 'home' },
  ...CHANNEL_ORDER.flatMap(channelScreens),
  ...(Object.keys(RELATION_CHANNELS) as RelationKind[]).flatMap(relationScreens),
  { path: '/search/:keyword', title: '搜索', element: <Search />, keepAlive: true },
  { path: '/search', title: '搜索', element: <Search /> },
  { path: '/user', title: '我的', element: <User />, keepAlive: true, section: 'user' },
  memberScreen('/user/account', '账户安全', <Account />),
  memberScreen('/login', '账户登陆', <Login />),
  memberScreen('/register', '账户注册', <Register />),
  memberScreen('/sub', '激活码兑换', <Sub />),
  bareScreen('/pay', 'VIP充值', <Pay />),
  bareScreen('/orders', '订单记录', <Orders />),
  memberScreen('/message', '客服留言', <MessageScreen />),
  ...SITE_PAGES.map(({ name, path, title }) => ({
    path,
    title,
    element: <SitePage name={name} />,
    hideTabBar: true,
  })),
  deskScreen('/admin', '管理台'),
  deskScreen('/admin/dashboard', '概览', 'dashboard'),
  deskScreen('/admin/messages', '留言管理', 'messages'),
  deskScreen('/admin/works', '作品管理', 'works'),
  deskScreen('/admin/terms', '词条管理', 'terms'),
  deskScreen('/admin/import', '导入作品', 'import'),
  deskScreen('/admin/reports', '举报管理', 'reports'),
  deskScreen('/admin/downloads', '下载申请', 'downloads'),
  deskScreen('/admin/orders', '订单管理', 'orders'),
  deskScreen('/admin/plans', '套餐管理', 'plans'),
  deskScreen('/admin/codes', '激活码管理', 'codes'),
  deskScreen('/admin/members', '会员管理', 'members'),
  deskScreen('/admin/audit', '操作日志', 'audit'),
  deskScreen('/admin/settings', '设置', 'settings'),
  { path: '/UserLogin', title: '账户登陆', element: <Navigate to="/login" replace /> },
  ...(Gallery ? [{ path: '/dev/gallery', title: '组件', element: <Gallery />, bare: true }] : []),
]
