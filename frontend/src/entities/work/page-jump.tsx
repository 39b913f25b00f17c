import { type FormEvent, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { LIST_ROWS_MAX } from '@/shared/config/constants.ts'
import '@/shared/ui/chip.css'
import './page-jump.css'
import { PAGE_PARAM, useSearchOf } from './page-param.ts'

/** Most digits that a page's number can have. */
const DIGITS = 5

/** The number of pages of a list. */
export function pagesOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(Math.min(total, LIST_ROWS_MAX) / pageSize))
}

interface PageJumpProps {
  /** The current page. */
  page: number
  /** How many there are, as soon as it is known. */
  pages: number | undefined
  /** Name of the form; a list has two. */
  label?: string
}

/** 第 N / M 页 with a field to jump to a page, or to the nearest one that there is; nothing for a list of one page. */
export function PageJump({ page, pages = 1, label = '跳页' }: PageJumpProps) {
  const navigate = useNavigate()
  const searchOf = useSearchOf()
  const box = useRef<HTMLInputElement>(null)

  // Follows the page, but for somebody who is typing: the list may load its next page meanwhile.
  useEffect(() => {
    if (box.current && box.current !== document.activeElement) box.current.value = String(page)
  }, [page])

  if (pages <= 1) return null

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem(PAGE_PARAM) as HTMLInputElement
    const nearest = Math.min(Math.max(Number(field.value), 1), pages)
    field.value = String(nearest)
    void navigate(searchOf(nearest))
  }

  return (
    <form className="page-jump numeric" aria-label={label} onSubmit={onSubmit}>
      <span>第</span>
      <input
        ref={box}
        name={PAGE_PARAM}
        defaultValue={page}
        inputMode="numeric"
        required
        pattern="[0-9]*"
        maxLength={DIGITS}
        autoComplete="off"
        enterKeyHint="go"
        aria-label={`页码，共 ${pages} 页`}
        onFocus={({ target }) => target.select()}
      />
      <span>/ {pages} 页</span>
      <button type="submit" className="chip">
        跳转
      </button>
    </form>
  )
}

interface PagesBeforeProps {
  start: number
  /** How many pages there are, as soon as it is known. */
  pages: number | undefined
}

/** The page that a list was jumped into, or jumped over, and the way to what is before it. */
export function PagesBefore({ start, pages }: PagesBeforeProps) {
  const searchOf = useSearchOf()
  const isBeyond = pages !== undefined && start > pages
  const before = isBeyond ? pages : start - 1
  return (
    <nav className="page-jump-before" aria-label="前面的页">
      {!isBeyond && (
        <span className="page-jump-here numeric">
          第 {start} {pages === undefined ? '页' : `/ ${pages} 页`}
        </span>
      )}
      {before > 1 && (
        <Link to={searchOf(1)} className="chip">
          回到第 1 页
        </Link>
      )}
      <Link to={searchOf(before)} className="chip">
        {isBeyond ? '去最后一页' : '上一页'}
      </Link>
    </nav>
  )
}
