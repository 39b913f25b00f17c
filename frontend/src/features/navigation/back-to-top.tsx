import { ChevronRight } from 'lucide'
import { useEffect, useState } from 'react'
import { scrollToTop } from '@/shared/lib/scroll-to-top.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './back-to-top.css'

/** The button appears after scrolling this many window heights. */
const FAR_WINDOWS = 2

export function BackToTop() {
  const [far, setFar] = useState(false)
  // Asked only when something has scrolled: while a page is made, the offset would cost a layout of it.
  useEffect(() => {
    const look = () => setFar(window.scrollY > window.innerHeight * FAR_WINDOWS)
    window.addEventListener('scroll', look, { passive: true })
    // The page may have been scrolled back to its place before.
    const frame = requestAnimationFrame(look)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
    }
  }, [])
  if (!far) return null
  return (
    <button type="button" className="back-to-top" aria-label="返回顶部" onClick={scrollToTop}>
      <Icon of={ChevronRight} size={22} />
    </button>
  )
}
