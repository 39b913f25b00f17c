import { Pencil, X } from 'lucide'
import { type FormEvent, useId, useState } from 'react'
import type { ChannelName } from '@/shared/config/channels.ts'
import { FILTER_NAME_MAX, SAVED_FILTERS_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { choicesText, type FilterChoices, withSwitch } from './choices.ts'
import { type Offering, offered } from './offered.ts'
import {
  deleteFilter,
  isFilterName,
  isFilterQuery,
  renameFilter,
  replaceFilter,
  savedChoices,
  saveFilter,
  useSavedFilters,
} from './saved-filter-store.ts'
import { useTermsHere } from './terms-here.ts'
import '@/shared/ui/chip.css'
import '@/shared/ui/icon-button.css'
import './filter-panel.css'

interface SavedFiltersProps {
  /** What the page offers; of a filter that was saved elsewhere the rest has no effect here. */
  offering: Offering
  choices: FilterChoices
  /** What the address says of the magnet switch, which is saved with them. */
  named: boolean | undefined
  /** The channel of the page, which has terms of its own. */
  channel: ChannelName | undefined
  onApply: (choices: FilterChoices) => void
}

/** Filters kept under a name, on the device and in the account of who is logged in (R9.15). */
export function SavedFilters({ offering, choices, named, channel, onApply }: SavedFiltersProps) {
  const here = useTermsHere(channel)
  const saved = useSavedFilters()
  /** The filter being named: an old name, or none for the current choices. */
  const [naming, setNaming] = useState<{ old?: string } | null>(null)
  /** The name with which the form was left: its button takes the focus. */
  const [given, setGiven] = useState<string | null>(null)
  /** The name of the filter that is about to be deleted. */
  const [deleting, setDeleting] = useState<string | null>(null)
  const chosen = choicesText(choices)
  const whole = withSwitch(choices, named)
  const query = choicesText(whole)
  const canSave = chosen !== '' && saved.length < SAVED_FILTERS_MAX && !saved.some((one) => one.query === query)
  const shown = saved
    .map((one) => ({ ...one, ...onPage(savedChoices(one), offering) }))
    .filter((one) => choicesText(one.choices) !== '')

  function onName(old?: string) {
    setNaming({ old })
    setGiven(null)
  }

  function onSave() {
    if (isFilterQuery(query)) onName()
    else toast('筛选条件太多，不能保存', { kind: 'warning' })
  }

  function onNamed(name: string) {
    if (naming?.old === undefined) void saveFilter(name, whole)
    else renameFilter(naming.old, name)
    setGiven(name)
    setNaming(null)
  }

  function onReplace(name: string) {
    void replaceFilter(name, whole)
    setGiven(name)
    setNaming(null)
  }

  function onDelete() {
    if (deleting !== null) deleteFilter(deleting)
    setDeleting(null)
  }

  return (
    <section className="filter-section" aria-label="我的筛选">
      <h3>我的筛选</h3>
      {shown.length > 0 && (
        <ul className="filter-saved">
          {shown.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                aria-pressed={choicesText(here.known(one.choices)) === chosen && one.agrees}
                ref={one.name === given ? takeFocus : undefined}
                onClick={() => void here.apply(withSwitch(one.choices, one.dht), onApply)}
              >
                {one.name}
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`重命名 ${one.name}`}
                onClick={() => onName(one.name)}
              >
                <Icon of={Pencil} size={16} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`删除 ${one.name}`}
                onClick={() => setDeleting(one.name)}
              >
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {naming && (
        <NameForm
          key={naming.old}
          name={naming.old ?? ''}
          taken={saved.map((one) => one.name).filter((name) => name !== naming.old)}
          onNamed={onNamed}
          onReplace={naming.old === undefined ? onReplace : undefined}
          onCancel={() => setNaming(null)}
        />
      )}
      {/* Always there: a row that came with the first choice would move what is pressed next. */}
      {!naming && (
        <button type="button" className="filter-more" disabled={!canSave} onClick={onSave}>
          保存当前筛选
        </button>
      )}
      <ConfirmDialog
        title="删除筛选?"
        confirm="删除"
        open={deleting !== null}
        onConfirm={onDelete}
        onClose={() => setDeleting(null)}
      >
        “{deleting}”会被删除，不能恢复。
      </ConfirmDialog>
    </section>
  )
}

/** A ref, since `autoFocus` is only for what is new: a filter that is replaced is there already. */
function takeFocus(button: HTMLButtonElement | null) {
  button?.focus()
}

/** What a saved filter chooses on a page, and what it says of the magnet switch, if it holds there. */
function onPage(choices: FilterChoices, offering: Offering) {
  const { own, onlyMagnet } = offering.list
  const dht = own?.isMixed ? undefined : choices.dht
  return { choices: offered(choices, offering), dht, agrees: dht === undefined || dht === onlyMagnet }
}

interface NameFormProps {
  name: string
  /** Names of other filters. */
  taken: readonly string[]
  onNamed: (name: string) => void
  /** Offered for a name that is taken. */
  onReplace?: (name: string) => void
  onCancel: () => void
}

function NameForm({ name: old, taken, onNamed, onReplace, onCancel }: NameFormProps) {
  const [name, setName] = useState(old)
  const [isRefused, setIsRefused] = useState(false)
  const noteId = useId()
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!isFilterName(name)) return
    if (taken.includes(name.trim())) setIsRefused(true)
    else onNamed(name.trim())
  }
  return (
    <form onSubmit={onSubmit}>
      <div className="filter-name">
        <input
          className="filter-find"
          aria-label="筛选名称"
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? noteId : undefined}
          placeholder={`名称，最多 ${FILTER_NAME_MAX} 个字`}
          value={name}
          maxLength={FILTER_NAME_MAX}
          // biome-ignore lint/a11y/noAutofocus: it opens where its button was pressed
          autoFocus
          onChange={(event) => {
            setName(event.target.value)
            setIsRefused(false)
          }}
        />
        <button type="submit" className="filter-more" disabled={!isFilterName(name)}>
          保存
        </button>
        <button type="button" className="filter-more" onClick={onCancel}>
          取消
        </button>
      </div>
      {isRefused && (
        // Not where 保存 was pressed: a second press must not replace anything.
        <div className="filter-name">
          <p id={noteId} role="alert" className="filter-taken">
            已有同名筛选“{name.trim()}”
          </p>
          {onReplace && (
            <button type="button" className="filter-more" onClick={() => onReplace(name.trim())}>
              替换
            </button>
          )}
        </div>
      )}
    </form>
  )
}
