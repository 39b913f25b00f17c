import { ChevronRight } from 'lucide'
import { useSyncExternalStore } from 'react'
import { scrollToTop } from '@/shared/lib/scroll-to-top.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './back-to-top.css'

/** From so many windows down on, the way back is worth a button. */
const FAR_WINDOWS = 2

function onScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}

/** The way back to the top, once one is far down. */
export function BackToTop() {
  const far = useSyncExternalStore(onScroll, () => window.scrollY > window.innerHeight * FAR_WINDOWS)
  if (!far) return null
  return (
    <button type="button" className="back-to-top" aria-label="返回顶部" onClick={scrollToTop}>
      <Icon of={ChevronRight} size={22} />
    </button>
  )
}
