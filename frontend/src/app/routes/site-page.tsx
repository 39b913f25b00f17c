import { SitePage } from '@/features/site-pages/site-page.tsx'

/** /terms, /privacy and /contact. */
export default SitePage
