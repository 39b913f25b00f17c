import { ChevronRight } from 'lucide'
import { useSyncExternalStore } from 'react'
import { scrollToTop } from '@/shared/lib/scroll-to-top.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './back-to-top.css'

/** The button appears after scrolling this many window heights. */
const FAR_WINDOWS = 2

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

export function BackToTop() {
  const far = useSyncExternalStore(onScroll, () => window.scrollY > window.innerHeight * FAR_WINDOWS)
  if (!far) return null
  return (
    <button type="button" className="back-to-top" aria-label="返回顶部" onClick={scrollToTop}>
      <Icon of={ChevronRight} size={22} />
    </button>
  )
}
