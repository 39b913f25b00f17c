import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { BAD_ID_TOAST_MS } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'

/** Shows an error about a malformed id for a second, then goes back, or home without history (R3.1). */
export function useBadIdReturn(bad: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!bad) return
    toast('出错了,请访问正确的网址！！', { kind: 'error', duration: BAD_ID_TOAST_MS })
    const timer = setTimeout(() => {
      if (window.history.length > 1) void navigate(-1)
      else void navigate('/index', { replace: true })
    }, BAD_ID_TOAST_MS)
    return () => clearTimeout(timer)
  }, [bad, navigate])
}
