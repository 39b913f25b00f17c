import { useEffect } from 'react'
import { recordVisit } from '@/entities/work/last-visit.ts'

/** Writes down when the device was here: at the start, and whenever the page comes or goes (R2.34). */
export function useVisits(isHere: boolean): void {
  useEffect(() => {
    if (!isHere) return
    recordVisit()
    document.addEventListener('visibilitychange', recordVisit)
    return () => document.removeEventListener('visibilitychange', recordVisit)
  }, [isHere])
}
