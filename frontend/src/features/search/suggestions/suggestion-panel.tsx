import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { clearSearches, forgetSearch, useRecentSearches } from '@/entities/search/recent-searches.ts'
import { usePaused } from '@/shared/lib/use-paused.ts'
import { useSeenPart } from '@/shared/lib/use-seen-part.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { typingOptions } from '../api.ts'
import { useHotWords } from '../hot-words.ts'
import type { SuggestionPanelProps } from '../use-suggestion-panel.ts'
import { OptionRow } from './option-row.tsx'
import { groupsOf, type Option, type OptionGroup, wordOption } from './options.ts'
import './suggestion-panel.css'

/** How long typing must pause before suggestions are asked for, in milliseconds. */
const PAUSE_MS = 150

/** What can be typed, where there is nothing to show; what is said of pinyin is what the index has. */
const HELP =
  '可以搜番号、片名、演员、片商、系列、类别或日期。用拼音：片名输入相连的两个字以上；姓名、片商和系列从第一个字起，全拼或首字母都行；类别不支持'

const RECENT = 'recent'

/** Suggestions below the search field: for what is typed, else recent searches and hot words. */
export function SuggestionPanel(props: SuggestionPanelProps) {
  const { id, typed, active, keys, onActive, onSearch, onGo, onClose } = props
  const panel = useRef<HTMLDivElement>(null)
  useSeenPart(panel)
  const { groups, status } = useGroups(typed.trim())
  const options = groups.flatMap((group) => group.options)
  const elementId = (option: Option) => `${id}-${option.key}`
  const current = options.findIndex(({ key }) => key === active?.key)

  function pick(option: Option) {
    if ('keyword' in option) onSearch(option.keyword)
    else onGo(option.to)
  }

  function move(to: number) {
    const option = options[(to + options.length) % options.length]
    if (option) onActive({ id: elementId(option), key: option.key })
  }

  function onKey(event: KeyboardEvent) {
    const option = options[current]
    if (event.key === 'ArrowDown') move(current + 1)
    else if (event.key === 'ArrowUp') move(current < 0 ? -1 : current - 1)
    else if (event.key === 'Enter' && option) pick(option)
    else if (event.key === 'Delete' && option?.key.startsWith(`${RECENT}-`) && 'keyword' in option) {
      forgetSearch(option.keyword)
      onActive(null)
    } else return
    event.preventDefault()
  }
  useLayoutEffect(() => {
    keys.current = onKey
  })
  useEffect(() => {
    if (active) document.getElementById(active.id)?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing it must not take the focus from the field
    <div className="suggestion-panel" ref={panel} onMouseDown={(event) => event.preventDefault()}>
      <div className="suggestion-panel-top" data-said={options.length === 0 || undefined}>
        <p role="status">{status}</p>
        <button type="button" onClick={onClose}>
          收起
        </button>
      </div>
      <div className="suggestion-panel-body" data-recent={groups[0]?.key === RECENT || undefined}>
        <div id={id} role="listbox" aria-label="搜索建议" hidden={groups.length === 0}>
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldsets
            <div
              key={group.key}
              role="group"
              aria-label={group.label}
              className="suggestion-group"
              data-group={group.key}
            >
              <p className="suggestion-group-name" aria-hidden="true">
                {group.label}
              </p>
              {group.options.map((option) => (
                <OptionRow
                  key={option.key}
                  id={elementId(option)}
                  option={option}
                  typed={typed}
                  selected={option.key === active?.key}
                  onPick={() => pick(option)}
                />
              ))}
            </div>
          ))}
        </div>
        {groups[0]?.key === RECENT && <RecentButtons group={groups[0]} />}
      </div>
    </div>
  )
}

/** What is shown for the typed text, and what is said about it. */
function useGroups(typed: string): { groups: OptionGroup[]; status: string } {
  const keyword = usePaused(typed, PAUSE_MS)
  const found = useQuery(typingOptions(keyword, useHiddenTerms()))
  const hot = useHotWords(typed === '')
  const recent = useRecentSearches()
  if (typed === '') {
    const groups = [
      { key: RECENT, label: '最近搜索', options: recent.map((word) => wordOption(RECENT, word)) },
      { key: 'hot', label: '热门搜索', options: hot.map((word) => wordOption('hot', word)) },
    ].filter(({ options }) => options.length > 0)
    return { groups, status: groups.length === 0 ? HELP : '' }
  }
  const groups = groupsOf(found.data ?? { works: [], terms: [] }, typed)
  const count = groups.reduce((sum, { options }) => sum + options.length, 0) - 1
  if (found.data === undefined) return { groups, status: found.isError ? '' : '加载中' }
  return { groups, status: count > 0 ? `${count} 条建议` : '没有建议' }
}

/** Buttons beside the recent searches: a list of options may not hold any itself. */
function RecentButtons({ group }: { group: OptionGroup }) {
  return (
    <div className="suggestion-panel-recent">
      <button type="button" aria-label="清空最近搜索" onClick={clearSearches}>
        清空
      </button>
      {group.options.map((option) =>
        'keyword' in option ? (
          <button
            key={option.key}
            type="button"
            aria-label={`移除 ${option.keyword}`}
            onClick={() => forgetSearch(option.keyword)}
          >
            <Icon of={X} size={16} />
          </button>
        ) : null,
      )}
    </div>
  )
}
