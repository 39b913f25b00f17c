import { useQuery } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { SITE_PAGES, type SitePageName } from '@/shared/config/site-pages.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { pageTextOptions } from './api.ts'
import { type Block, blocksOf, type Piece } from './page-blocks.ts'
import '@/shared/ui/chip.css'
import './site-page.css'

const SKELETON_LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** A page about the site: the operator's text, and links to the other pages. */
export default function SitePage({ name }: { name: SitePageName }) {
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
      <QueryView query={page} fallback={<Skeleton />}>
        {() =>
          blocks.length === 0 ? (
            <EmptyView text="这里还没有内容" />
          ) : (
            createElement('article', { className: 'site-page-text' }, ...blocks.map(shown))
          )
        }
      </QueryView>
    </div>
  )
}

// Children passed as arguments need no keys: the blocks never change their order.
function shown(block: Block): ReactNode {
  if (block.kind === 'paragraph') return createElement('p', null, ...block.line.map(piece))
  if (block.kind === 'heading') return createElement(`h${block.level}`, null, ...block.line.map(piece))
  const items = block.items.map((item) => createElement('li', null, ...item.map(piece)))
  return createElement(block.ordered ? 'ol' : 'ul', null, ...items)
}

function piece({ text, to }: Piece): ReactNode {
  if (text === '\n') return <br />
  return to ? <Link to={to}>{text}</Link> : text
}

function Skeleton() {
  return (
    <div className="site-page-skeleton" role="status" aria-label="加载中">
      {SKELETON_LINES.map((line) => (
        <span key={line} className="skeleton" />
      ))}
    </div>
  )
}
