import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { SITE_PAGES, type SitePageName } from '@/shared/config/site-pages.ts'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { pageTextOptions } from './api/page-text.ts'
import { type Block, blocksOf, type Piece } from './page-blocks.ts'
import './site-page.css'

const WAITING_LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** A page about the site itself: the operator's text, and the way to the others. */
export function SitePage({ name }: { name: SitePageName }) {
  const page = useQuery(pageTextOptions(name))
  const blocks = page.data ? blocksOf(page.data.text) : []
  const title = SITE_PAGES.find((known) => known.name === name)?.title ?? ''
  const hasTitle = blocks.some((block) => block.kind === 'heading' && block.level === 1)
  return (
    <div className="page site-page">
      <nav aria-label="关于本站" className="site-page-tabs">
        {SITE_PAGES.map((known) => (
          <Link
            key={known.path}
            to={known.path}
            replace
            className="chip"
            aria-current={known.name === name ? 'page' : undefined}
          >
            {known.title}
          </Link>
        ))}
      </nav>
      {!hasTitle && <h1 className="visually-hidden">{title}</h1>}
      {page.isPending && <Waiting />}
      {page.isError && !page.data && <ErrorView error={page.error} onRetry={() => void page.refetch()} />}
      {page.data && blocks.length === 0 && <EmptyView text="这里还没有内容" />}
      {blocks.length > 0 && <article className="site-page-text">{blocks.map(shown)}</article>}
    </div>
  )
}

function shown(block: Block, index: number) {
  // A text has no other names for its blocks than their places, and does not change while it is shown.
  const key = `${index}-${block.kind}`
  if (block.kind === 'paragraph') return <p key={key}>{pieces(block.line)}</p>
  if (block.kind === 'list') {
    const items = block.items.map((item, place) => <li key={`${place}-${item[0]?.text}`}>{pieces(item)}</li>)
    return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
  }
  const Heading = `h${block.level}` as const
  return <Heading key={key}>{pieces(block.line)}</Heading>
}

function pieces(line: Piece[]) {
  return line.map(({ text, to }, index) => {
    const key = `${index}-${text}`
    if (text === '\n') return <br key={key} />
    return to ? (
      <Link key={key} to={to}>
        {text}
      </Link>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    )
  })
}

function Waiting() {
  return (
    <div className="site-page-waiting" role="status" aria-label="加载中">
      {WAITING_LINES.map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  )
}
