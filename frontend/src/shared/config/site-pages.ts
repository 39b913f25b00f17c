/** The pages about the site, in footer order. Their texts come from the server. */
export const SITE_PAGES = [
  { name: 'terms', path: '/terms', title: '用户协议' },
  { name: 'privacy', path: '/privacy', title: '隐私政策' },
  { name: 'contact', path: '/contact', title: '联系我们' },
] as const

/** One of the pages, as the API names it. */
export type SitePageName = (typeof SITE_PAGES)[number]['name']

/** The page at a path. */
export function sitePageAt(pathname: string) {
  return SITE_PAGES.find(({ path }) => path === pathname)
}
