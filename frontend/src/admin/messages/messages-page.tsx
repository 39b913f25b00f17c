import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide'
import { Fragment, useEffect, useRef } from 'react'
import { AWAITING } from '@/entities/message/status.ts'
import { useMedia } from '@/shared/lib/use-media.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { FilterTabs } from '../kit/filter-tabs.tsx'
import { KeywordForm } from '../kit/keyword-form.tsx'
import { WAITS } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { queueOptions } from './api.ts'
import { ConversationDrawer, ConversationPane } from './conversation-views.tsx'
import type { OpenLink } from './member-panel.tsx'
import { Queue } from './queue.tsx'
import { ALL, ASSIGNED, NOBODY_WAITS, STATES } from './states.ts'
import { INBOX_KEYS, useInboxKeys } from './use-inbox-keys.ts'
import { useQueueSteps } from './use-queue-steps.ts'
import './inbox.css'

const SORT_FIELDS = { since: WAITS }

/** Widths at which the conversation, and then the member too, stand beside the queue. */
const TWO_PANES = '(min-width: 768px)'
const THREE_PANES = '(min-width: 1200px)'

/** The inbox of support: the queue, longest waiting first, the open conversation, and its member. */
export default function MessagesPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const wanted = STATES.find((state) => state.value === table.value('status'))?.value ?? `${AWAITING}`
  const keyword = table.value('keyword')
  const assigned = ASSIGNED.find(({ value }) => value === table.value('assigned'))?.value ?? ''
  const filter = { status: wanted === ALL ? '' : wanted, assigned, keyword, ...table.sorted, page: table.page } as const
  const list = useQuery(queueOptions(filter))
  const steps = useQueueSteps({ filter, table, list, dialog })
  const beside = useMedia(TWO_PANES)
  const hasMember = useMedia(THREE_PANES)
  const panes = useRef<HTMLDivElement>(null)
  useInboxKeys({ ...steps, reply: () => (steps.isDrawn() ? panes.current?.querySelector('textarea') : null) })

  const id = dialog.value
  const waits = list.data?.rows.some(({ status }) => status === AWAITING) ?? true
  const isAll = wanted === `${AWAITING}` && assigned === '' && keyword === ''
  const openLink: OpenLink = (wantedId) => ({ ...dialog.link(wantedId), onClick: () => steps.arrive(wantedId) })
  const view = id && {
    id,
    openLink,
    steps,
    total: list.data?.total ?? 0,
    knownName: list.data?.rows.find((row) => row.id === id)?.userName,
  }
  return (
    <div className="inbox">
      <div className="admin-head inbox-top">
        <h1>留言</h1>
        <FilterTabs table={table} label="状态" name="status" choices={STATES} />
        <FilterTabs table={table} label="处理人" name="assigned" choices={ASSIGNED} />
        <KeywordForm table={table} label="用户全名、内容或标签" />
      </div>
      <div ref={panes} className="inbox-panes">
        <Queue
          table={table}
          list={list}
          openId={id}
          mixed={wanted === ALL}
          empty={isAll ? NOBODY_WAITS : '没有符合的留言'}
          openLink={openLink}
        />
        {beside && view && <ConversationPane {...view} beside={hasMember} />}
        {beside && !view && <Idle ended={steps.ended} nobodyWaits={!waits && (steps.ended || isAll)} />}
      </div>
      {!beside && view && <ConversationDrawer {...view} onClose={dialog.close} />}
    </div>
  )
}

interface IdleProps {
  /** Whether the last one waiting was just answered; it takes the focus then. */
  ended: boolean
  nobodyWaits: boolean
}

/** In place of a conversation: what to do, or that all is done. */
function Idle({ ended, nobodyWaits }: IdleProps) {
  const text = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (ended) text.current?.focus({ preventScroll: true })
  }, [ended])
  return (
    <section className="inbox-idle" aria-label="沟通">
      <Icon of={MessagesSquare} size={36} />
      <h2 ref={text} tabIndex={-1}>
        {nobodyWaits ? NOBODY_WAITS : '选择一条留言'}
      </h2>
      {!nobodyWaits && (
        <dl className="inbox-keys" aria-label="键盘操作">
          {INBOX_KEYS.map(([keys, does]) => (
            <Fragment key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </section>
  )
}
