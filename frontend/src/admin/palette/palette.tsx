import { useQueryClient } from '@tanstack/react-query'
import { Search, X } from 'lucide'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isUnfinished } from '@/shared/lib/composition.ts'
import { useSeenPart } from '@/shared/lib/use-seen-part.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { ToastHost } from '@/shared/ui/toast-host.tsx'
import { hasModals, useModal } from '@/shared/ui/use-modal.ts'
import { recentItems } from '../kit/recent-items.ts'
import type { AdminPart } from '../kit/sections.ts'
import { PALETTE_KEY } from './api.ts'
import { OptionList } from './option-list.tsx'
import { type Option, recentGroup, sectionGroup } from './options.ts'
import { useChoice } from './use-choice.ts'
import { useFound, type View } from './use-found.ts'
import '@/shared/ui/icon-button.css'
import './palette.css'

export interface PaletteProps {
  /** The sections that the operator may see. */
  parts: readonly AdminPart[]
  onGo: (to: string) => void
  onClose: () => void
}

/** Longest keyword of any list, in UTF-16 units. */
const TYPED_MAX = 120

const NAME = '搜索管理台'

/** The search of the console: one field for its sections and for what is in its lists. The focus stays in the field. */
export default function Palette({ parts, onGo, onClose }: PaletteProps) {
  const id = useId()
  const [text, setText] = useState('')
  /** The text without an unfinished composition. */
  const [typed, setTyped] = useState('')
  const view = useView(typed.trim(), parts)
  const pick = (option: Option) => ('to' in option ? onGo(option.to) : option.again())
  const { selected, elementId, choose, onKeyDown } = useChoice(id, view, pick)
  const listId = `${id}-list`
  return (
    <PaletteDialog onClose={onClose}>
      <div className="palette-head">
        <Icon of={Search} size={18} />
        <input
          type="text"
          role="combobox"
          value={text}
          maxLength={TYPED_MAX}
          placeholder="搜索作品、会员、订单…"
          aria-label={NAME}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={view.groups.length > 0}
          aria-controls={listId}
          aria-activedescendant={selected && elementId(selected)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          onChange={(event) => {
            setText(event.target.value)
            if (!isUnfinished(event.nativeEvent as InputEvent)) setTyped(event.target.value)
            choose(null)
          }}
          onCompositionEnd={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="icon-button" aria-label="关闭" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <OptionList id={listId} view={view} selected={selected} elementId={elementId} onPoint={choose} onPick={pick} />
      <div className="palette-foot">
        <p role="status">{statusOf(view)}</p>
        <Keys />
      </div>
    </PaletteDialog>
  )
}

/** A modal dialog without a heading: the field names it. */
function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const toasts = useModal(dialog, onClose)
  useSeenPart(dialog)
  const box = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes through useModal; the click is the backdrop's
    <dialog
      ref={dialog}
      className="dialog palette"
      aria-label={NAME}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-body">{children}</div>
      <ToastHost of={toasts} />
    </dialog>
  )
  // As in ui/dialog.tsx.
  return hasModals() ? box : createPortal(box, document.body)
}

/** The keys, for eyes only: a screen reader tells them of any combobox. */
function Keys() {
  return (
    <p className="palette-keys" aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> 选择
      </span>
      <span>
        <kbd>Enter</kbd> 打开
      </span>
      <span>
        <kbd>Esc</kbd> 关闭
      </span>
    </p>
  )
}

/** What is shown: the answers to what is typed, else what was opened last and all sections. */
function useView(typed: string, parts: readonly AdminPart[]): View {
  const client = useQueryClient()
  // Answers are good for as long as the search is open.
  useEffect(() => () => client.removeQueries({ queryKey: PALETTE_KEY }), [client])
  const [recent] = useState(recentItems)
  const found = useFound(typed, parts)
  if (typed !== '') return found
  const groups = [recentGroup(recent, parts), sectionGroup(parts)].filter(({ options }) => options.length > 0)
  return { keyword: '', groups, isStale: false, isPending: false }
}

/** What is said about the answers. */
function statusOf({ keyword, groups, isPending }: View): string {
  if (isPending) return '正在查找…'
  if (keyword === '') return ''
  const options = groups.flatMap((group) => group.options)
  const failed = options.filter((option) => 'again' in option).length
  const count = options.filter(({ isMore }) => !isMore).length
  const result = count > 0 ? `找到 ${count} 项` : failed > 0 ? '' : '没有找到'
  return [result, failed > 0 && `${failed} 组查找失败`].filter(Boolean).join('，')
}
