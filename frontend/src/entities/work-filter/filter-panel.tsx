import { useQuery } from '@tanstack/react-query'
import { CHANNEL_ORDER, CHANNELS } from '@/shared/config/channels.ts'
import { RELATION_KINDS } from '@/shared/config/relations.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { type Facets, facetsOptions, type WorksFilter } from '../work/api.ts'
import { CheckChoices, RadioChoices } from './choice-chips.tsx'
import { type FilterChoices, MARKS, type MarkChoice, type SortChoice } from './choices.ts'
import { lengthLabel, MARK_LABELS, SORT_LABELS, scoreLabel } from './labels.ts'
import { PeriodSection } from './period-section.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { TermSection } from './term-section.tsx'
import './filter-panel.css'

/** What the filters of a list are, and what becomes of a change. */
export interface FilterPanelProps {
  /** The list without these choices. */
  list: WorksFilter
  /** None where the page has its own orders and periods. */
  sorts: readonly SortChoice[]
  choices: FilterChoices
  /** What the address says of the magnet switch of all lists, which is no part of the choices. */
  named?: boolean
  /** `replace` takes the place of the last change in the history. */
  onChange: (choices: FilterChoices, replace?: boolean) => void
  /** Applies a saved filter, with what it says of the magnet switch. */
  onApply: (choices: FilterChoices) => void
  /** Presses the magnet switch, where it holds. */
  onMagnet?: (only: boolean) => void
}

/** Order and filters, with the number of works that each choice leaves. */
export function FilterPanel({ list, sorts, choices, named, onChange, onApply, onMagnet }: FilterPanelProps) {
  const whole = { ...list, choices }
  const facets = useQuery(facetsOptions(whole))
  const change = (part: Partial<FilterChoices>, replace?: boolean) => onChange({ ...choices, ...part }, replace)
  const [usual] = sorts
  return (
    <div className="filter-panel">
      <SavedFilters
        offering={{ list, sorts }}
        choices={choices}
        named={named}
        channel={list.channel}
        onApply={onApply}
      />
      {usual && (
        <RadioChoices
          label="排序"
          current={choices.sort ?? usual}
          choices={sorts.map((sort) => ({ value: sort, label: SORT_LABELS[sort] }))}
          onChange={(sort) => change({ sort: sort === usual ? undefined : sort })}
        />
      )}
      <QueryView query={facets} fallback={<Skeleton />}>
        {(data) => (
          <>
            {list.own?.isMixed && <ChannelSection choices={choices} facets={data} onChange={change} />}
            <AvailabilitySection list={list} choices={choices} facets={data} onChange={change} onMagnet={onMagnet} />
            {usual && <PeriodSection choices={choices} years={data.years} onChange={change} />}
            <FigureSections choices={choices} facets={data} onChange={change} />
            {RELATION_KINDS.map((kind) => (
              <TermSection
                key={kind}
                kind={kind}
                list={whole}
                facets={data.terms}
                chosen={choices.terms}
                onChange={(terms) => change({ terms })}
              />
            ))}
          </>
        )}
      </QueryView>
    </div>
  )
}

interface SectionProps {
  choices: FilterChoices
  facets: Facets
  onChange: (part: Partial<FilterChoices>) => void
}

/** The channel, in lists of several. */
function ChannelSection({ choices, facets, onChange }: SectionProps) {
  const countOf = (modId: number) => facets.channels.find((one) => one.modId === modId)?.count ?? 0
  return (
    <RadioChoices
      label="频道"
      none="不限"
      current={choices.channel ?? ''}
      choices={CHANNEL_ORDER.map((name) => ({
        value: name,
        label: CHANNELS[name].label,
        count: countOf(CHANNELS[name].modId),
      }))}
      onChange={(name) => onChange({ channel: name || undefined })}
    />
  )
}

interface AvailabilityProps extends SectionProps, Pick<FilterPanelProps, 'list' | 'onMagnet'> {}

/** What there is of a work: a stream, magnets, subtitles, … */
function AvailabilitySection({ list, choices, facets, onChange, onMagnet }: AvailabilityProps) {
  const isDht = list.own?.isMixed ? choices.dht === true : list.onlyMagnet
  const current = [choices.online && 'online', isDht && 'dht', ...choices.marks].filter((one) => one !== false)
  const countOf = (mark: MarkChoice) => facets.marks.find((one) => one.mark === mark)?.count ?? 0
  function toggle(value: string, isOn: boolean) {
    if (value === 'online') onChange({ online: isOn })
    else if (value === 'dht' && list.own?.isMixed) onChange({ dht: isOn || undefined })
    else if (value === 'dht') onMagnet?.(isOn)
    else onChange({ marks: MARKS.filter((mark) => (mark === value ? isOn : choices.marks.includes(mark))) })
  }
  return (
    <CheckChoices
      label="资源"
      current={current}
      choices={[
        { value: 'online', label: '在线', count: facets.online },
        { value: 'dht', label: '有磁力', count: facets.dht },
        ...MARKS.filter(() => !list.own?.isStored).map((mark) => ({
          value: mark,
          label: MARK_LABELS[mark],
          count: countOf(mark),
        })),
      ]}
      onChange={toggle}
    />
  )
}

/** Length and score. */
function FigureSections({ choices, facets, onChange }: SectionProps) {
  const { minLength, maxLength, score } = choices
  const lengthKey = (from: number | undefined, to: number | undefined) => `${from ?? ''}-${to ?? ''}`
  const lengths = facets.lengths.map(({ from, to, count }) => {
    const end = to ?? undefined
    return { value: lengthKey(from, end), label: lengthLabel(from, end), count }
  })
  function onLength(value: string) {
    const chosen = facets.lengths.find(({ from, to }) => lengthKey(from, to ?? undefined) === value)
    onChange({ minLength: chosen?.from, maxLength: chosen?.to ?? undefined })
  }
  return (
    <>
      <RadioChoices
        label="时长"
        none="不限"
        current={minLength === undefined && maxLength === undefined ? '' : lengthKey(minLength, maxLength)}
        choices={lengths}
        onChange={onLength}
      />
      <RadioChoices
        label="评分"
        none="不限"
        current={String(score ?? '')}
        choices={facets.scores.map(({ minScore, count }) => ({
          value: String(minScore),
          label: scoreLabel(minScore),
          count,
        }))}
        onChange={(value) => onChange({ score: value === '' ? undefined : Number(value) })}
      />
    </>
  )
}

const LINES = [0, 1, 2, 3, 4, 5, 6, 7]

function Skeleton() {
  return (
    <div role="status" aria-label="加载中">
      {LINES.map((line) => (
        <div key={line} className="skeleton filter-skeleton" />
      ))}
    </div>
  )
}
