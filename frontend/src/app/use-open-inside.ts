import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { screenAt } from './keep-alive.tsx'

/** Whether the site runs as an installed one. */
function isInstalled(): boolean {
  return (navigator as { standalone?: boolean }).standalone === true || matchMedia('(display-mode: standalone)').matches
}

/** Opens new windows of an installed site in its own: iOS would open a browser, where nobody is logged in. */
export function useOpenInside(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isInstalled()) return
    function onClick(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link?.target !== '_blank' || link.origin !== location.origin || !screenAt(link.pathname)) return
      event.preventDefault()
      void navigate(link.pathname + link.search + link.hash)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [navigate])
}
