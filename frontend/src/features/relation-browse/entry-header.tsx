import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { FollowButton } from '@/entities/follow/follow-button.tsx'
import { HideButton } from '@/entities/hidden/hide-button.tsx'
import { termDetailOptions } from '@/entities/term/api.ts'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { detailRelationPath, type RelationKind } from '@/shared/config/paths.ts'
import { ShareButton } from '@/shared/ui/share-button.tsx'
import '@/shared/ui/chip.css'
import './entry-header.css'

interface EntryHeaderProps {
  kind: RelationKind
  id: string
  /** The name, as far as the page knows it already. */
  name?: string
  /** The page's own title, for what has no name. */
  fallback: string
}

/** Who or what the works of a page have in common: names, figures, what goes with it, and what one can do about it. */
export function EntryHeader({ kind, id, name, fallback }: EntryHeaderProps) {
  const detail = useQuery(termDetailOptions(id))
  if (detail.data) return <Known kind={kind} detail={detail.data} />
  if (detail.isPending) return <Skeleton kind={kind} name={name} />
  // The list below says what is wrong.
  return (
    <header className="entry-header">
      <h1 lang={name && nameLang(name)}>{name ?? fallback}</h1>
    </header>
  )
}

function Known({ kind, detail }: { kind: RelationKind; detail: Schemas['TermDetail'] }) {
  const name = termName(detail)
  const others = [detail.name, ...detail.aliases].filter((other) => other !== name)
  return (
    <header className="entry-header">
      <div className="entry-header-top">
        {hasPicture(kind) && <Picture key={detail.id} path={detail.avatar} name={name} />}
        <div className="entry-header-text">
          <h1 lang={nameLang(name)}>{name}</h1>
          {others.length > 0 && <p className="entry-header-aliases">{others.join('、')}</p>}
          <p className="entry-header-facts numeric">{facts(detail).join(' · ')}</p>
        </div>
      </div>
      <div className="entry-header-actions">
        <FollowButton term={detail} />
        <HideButton term={detail} />
        <ShareButton title={name} chip />
      </div>
      <div className="entry-header-lines">
        <Line label="影片">
          {detail.channels.map(({ id, modId, count }) => (
            <li key={id}>
              <Link
                to={detailRelationPath(kind, channelOf(modId).name, id)}
                className="chip numeric"
                aria-current={id === detail.id ? 'page' : undefined}
              >
                {channelOf(modId).label} {count} 部
              </Link>
            </li>
          ))}
        </Line>
        <Shared label={kind === 'performer' ? '合作' : '演员'} kind="performer" terms={detail.performers} />
        <Shared label="类别" kind="tag" terms={detail.tags} />
      </div>
    </header>
  )
}

function facts({ firstYear, lastYear, followers }: Schemas['TermDetail']): string[] {
  const facts: string[] = []
  if (firstYear !== undefined && lastYear !== undefined) {
    facts.push(firstYear === lastYear ? `${firstYear} 年` : `${firstYear}–${lastYear} 年`)
  }
  if (followers > 0) facts.push(`${followers} 人关注`)
  return facts
}

/** Categories have none: the word says all. */
function hasPicture(kind: RelationKind): boolean {
  return kind !== 'tag'
}

/** The picture, or the first letter of the name. */
function Picture({ path, name }: { path: string | null | undefined; name: string }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className="entry-header-picture" aria-hidden="true">
      {path && !broken ? (
        <img src={mediaUrl(path)} alt="" width={72} height={72} onError={() => setBroken(true)} />
      ) : (
        Array.from(name)[0]
      )}
    </span>
  )
}

/** A row of chips; on a phone it is a part of one row that scrolls sideways. */
function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="entry-header-line" aria-label={label}>
      <h2>{label}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function Shared({ label, kind, terms }: { label: string; kind: RelationKind; terms: Schemas['RelatedTerm'][] }) {
  if (terms.length === 0) return null
  return (
    <Line label={label}>
      {terms.map((term) => (
        <li key={term.id}>
          <Link
            to={detailRelationPath(kind, channelOf(term.modId).name, term.id)}
            className="chip"
            lang={nameLang(termName(term))}
          >
            {termName(term)}
            <span className="numeric entry-header-count">{term.count}</span>
          </Link>
        </li>
      ))}
    </Line>
  )
}

function Skeleton({ kind, name }: { kind: RelationKind; name: string | undefined }) {
  return (
    <header className="entry-header">
      <div className="entry-header-top">
        {hasPicture(kind) && <span className="entry-header-picture skeleton" />}
        <div className="entry-header-text" role="status" aria-label="加载中">
          {name ? <h1 lang={nameLang(name)}>{name}</h1> : <span className="skeleton entry-header-name-skeleton" />}
          <p className="entry-header-facts">
            <span className="skeleton entry-header-facts-skeleton" />
          </p>
        </div>
      </div>
      <span className="skeleton entry-header-line-skeleton" />
      <div className="entry-header-lines">
        {['channels', 'performers', 'tags'].map((line) => (
          <span key={line} className="skeleton entry-header-line-skeleton" />
        ))}
      </div>
    </header>
  )
}
