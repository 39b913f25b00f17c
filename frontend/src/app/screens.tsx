import type { ReactNode } from 'react'
import { Navigate } from 'react-router-dom'
import type { AdminSection } from '@/admin/kit/sections.ts'
import type { Section } from '@/features/navigation/menus.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import {
  DOWNLOADS_PATH,
  latestPath,
  MONTH_PATH,
  RELATION_CHANNELS,
  type RelationKind,
  rankingPath,
  relationPath,
} from '@/shared/config/paths.ts'
import { SITE_PAGES } from '@/shared/config/site-pages.ts'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'

const Home = lazyScreen(() => import('@/features/home/home-page.tsx'))
const Latest = lazyScreen(() => import('@/features/latest/latest-page.tsx'))
const New = lazyScreen(() => import('@/features/latest/new-page.tsx'))
const Similar = lazyScreen(() => import('@/features/work-detail/similar-page.tsx'))
const Search = lazyScreen(() => import('@/features/search/search-page.tsx'))
const WorkDetail = lazyScreen(() => import('@/features/work-detail/work-page.tsx'))
const Ranking = lazyScreen(() => import('@/features/ranking/ranking-page.tsx'))
const Month = lazyScreen(() => import('@/features/ranking/month-page.tsx'))
const Category = lazyScreen(() => import('@/features/relation-browse/category-page.tsx'))
const Browse = lazyScreen(() => import('@/features/relation-browse/browse-page.tsx'))
const User = lazyScreen(() => import('@/features/member/member-page.tsx'))
const Login = lazyScreen(() => import('@/features/account/login-page.tsx'))
const Register = lazyScreen(() => import('@/features/account/register-page.tsx'))
const Recover = lazyScreen(() => import('@/features/account/recover-page.tsx'))
const Account = lazyScreen(() => import('@/features/account/security-page.tsx'))
const Downloads = lazyScreen(() => import('@/features/downloads/downloads-page.tsx'))
const Pay = lazyScreen(() => import('@/features/vip/pay-page.tsx'))
const Orders = lazyScreen(() => import('@/features/vip/orders-page.tsx'))
const Sub = lazyScreen(() => import('@/features/vip/sub-page.tsx'))
const MessageScreen = lazyScreen(() => import('@/features/messages/message-page.tsx'))
const SitePage = lazyScreen(() => import('@/features/site-pages/site-page.tsx'))
const Admin = lazyScreen(() => import('@/admin/admin-page.tsx'))

/** A route and its meta (R1.2). */
export interface Screen {
  /** Path pattern. */
  path: string
  /** The document's title. */
  title: string
  element: ReactNode
  /** Keeps the screen mounted while another one is shown. */
  keepAlive?: boolean
  /** The section of the site it belongs to. */
  section?: Section
  /** The channel whose menu is shown. */
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
  const detail = channel === 'western' ? <WorkDetail channel="western" /> : <WorkDetail channel={channel} />
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

/** A screen of the console, which has its own frame. */
function adminScreen(path: string, title: string, section?: AdminSection): Screen {
  return { path, title, element: <Admin section={section} />, bare: true, hideTabBar: true }
}

/** Every route of the site. */
export const SCREENS: readonly Screen[] = [
  { path: '/', title: '映库', element: <Navigate to="/index" replace /> },
  { path: '/index', title: '首页', element: <Home />, keepAlive: true, section: 'home' },
  { path: '/new', title: '新增影片', element: <New />, keepAlive: true, section: 'home' },
  { path: MONTH_PATH, title: '本月排行', element: <Month />, keepAlive: true, section: 'home' },
  { path: '/similar/:id', title: '相似影片', element: <Similar />, keepAlive: true },
  ...CHANNEL_ORDER.flatMap(channelScreens),
  ...(Object.keys(RELATION_CHANNELS) as RelationKind[]).flatMap(relationScreens),
  { path: '/search/:keyword', title: '搜索', element: <Search />, keepAlive: true },
  { path: '/search', title: '搜索', element: <Search /> },
  { path: '/user', title: '我的', element: <User />, keepAlive: true, section: 'user' },
  memberScreen('/user/account', '账户安全', <Account />),
  memberScreen(DOWNLOADS_PATH, '离线下载', <Downloads />),
  memberScreen('/login', '账户登陆', <Login />),
  memberScreen('/recover', '找回密码', <Recover />),
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
  adminScreen('/admin', '管理台'),
  adminScreen('/admin/dashboard', '概览', 'dashboard'),
  adminScreen('/admin/statistics', '统计', 'statistics'),
  adminScreen('/admin/messages', '留言管理', 'messages'),
  adminScreen('/admin/works', '作品管理', 'works'),
  adminScreen('/admin/terms', '词条管理', 'terms'),
  adminScreen('/admin/import', '导入作品', 'import'),
  adminScreen('/admin/jobs', '任务', 'jobs'),
  adminScreen('/admin/reports', '举报管理', 'reports'),
  adminScreen('/admin/downloads', '下载申请', 'downloads'),
  adminScreen('/admin/orders', '订单管理', 'orders'),
  adminScreen('/admin/plans', '套餐管理', 'plans'),
  adminScreen('/admin/codes', '激活码管理', 'codes'),
  adminScreen('/admin/members', '会员管理', 'members'),
  adminScreen('/admin/audit', '操作日志', 'audit'),
  adminScreen('/admin/settings', '设置', 'settings'),
  { path: '/UserLogin', title: '账户登陆', element: <Navigate to="/login" replace /> },
]
