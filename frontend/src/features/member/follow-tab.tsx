import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { FOLLOWED_WORKS, FOLLOWS_KEY, followedTermsOptions, setFollow } from '@/entities/follow/api.ts'
import { addedSinceLook, markSeen } from '@/entities/follow/seen.ts'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import type { SortChoice } from '@/entities/work-filter/choices.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { detailRelationPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { MemberWorks } from './member-works.tsx'
import '@/shared/ui/chip.css'
import './follow-tab.css'

const KINDS: Record<Schemas['MemberTerm']['kind'], string> = {
  tag: '类别',
  performer: '演员',
  maker: '片商',
  label: '发行商',
  director: '导演',
  series: '系列',
  item: '相同系列',
}

/** Orders of the works: the newest come first anyway. */
const SORTS: readonly SortChoice[] = ['new', 'score', 'saves', 'views', 'length']

/** The tab 关注: the names a member follows, and their newest works. */
export function FollowTab() {
  const terms = useInfiniteQuery(followedTermsOptions())
  const none = <EmptyView text="还没有关注任何人或片商~" hint="在演员、片商、系列等页面点关注，新片就会出现在这里。" />
  return (
    <QueryView query={terms}>
      {(rows) =>
        rows.length === 0 ? (
          none
        ) : (
          <>
            <Names terms={rows} />
            {terms.hasNextPage && <ListFooter list={terms} />}
            <Works />
          </>
        )
      }
    </QueryView>
  )
}

function Names({ terms }: { terms: readonly Schemas['MemberTerm'][] }) {
  const titleId = useId()
  const client = useQueryClient()
  const leave = useMutation({
    mutationFn: (id: string) => setFollow(id, false),
    onSuccess: async () => {
      toast('已取消关注', { kind: 'success' })
      await client.invalidateQueries({ queryKey: FOLLOWS_KEY })
    },
  })
  return (
    <section className="follow-names" aria-labelledby={titleId}>
      <h2 id={titleId}>关注的名字</h2>
      <ul>
        {terms.map((term) => (
          <li key={term.id} data-leaving={(leave.isPending && leave.variables === term.id) || undefined}>
            <Link to={detailRelationPath(term.kind, channelOf(term.modId).name, term.id)} className="chip">
              <span className="follow-name" lang={nameLang(termName(term))}>
                {termName(term)}
              </span>{' '}
              <span className="follow-kind">{KINDS[term.kind]}</span>
            </Link>
            <button
              type="button"
              aria-label={`取消关注${termName(term)}`}
              aria-disabled={leave.isPending || undefined}
              onClick={() => leave.isPending || leave.mutate(term.id)}
            >
              <Icon of={X} size={16} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The works, with a mark on those that were added since the last look. Only a look at the whole list counts as one. */
function Works() {
  const titleId = useId()
  // They stay marked until the tab is left.
  const [isNew] = useState(addedSinceLook)
  return (
    <section aria-labelledby={titleId} className="follow-works">
      <h2 id={titleId}>最新影片</h2>
      <MemberWorks
        own={FOLLOWED_WORKS}
        pageSize={PAGE_SIZE.followed}
        sorts={SORTS}
        onUnfiltered={markSeen}
        corner={{
          of: (work) =>
            isNew(work) && (
              <span className="follow-new">
                <Badge tone="accent">新</Badge>
              </span>
            ),
          place: 'over',
        }}
        empty={<EmptyView text="关注的名字还没有影片~" />}
      />
    </section>
  )
}
