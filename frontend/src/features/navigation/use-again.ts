import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useStartPage, useToFirstPage } from '@/entities/work/page-param.ts'
import { WORK_LISTS_KEY } from '@/entities/work/work-keys.ts'
import { MEMBER_KEY } from '@/shared/api/member-key.ts'
import { scrollToTop } from '@/shared/lib/scroll-to-top.ts'

/**
 * A click handler for the links of menus: the link of the current page scrolls to the top, and refreshes the lists when
 * already there, from their first page on (R1.32).
 */
export function useAgain() {
  const { pathname } = useLocation()
  const client = useQueryClient()
  const [start, toFirstPage] = [useStartPage(), useToFirstPage()]
  return (event: MouseEvent, to: string) => {
    if (to !== pathname || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (window.scrollY > 0) return scrollToTop()
    if (start > 1) return toFirstPage()
    void client.resetQueries({ queryKey: WORK_LISTS_KEY, type: 'active' })
    void client.invalidateQueries({ queryKey: [MEMBER_KEY] })
  }
}
