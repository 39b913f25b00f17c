import { Icon } from '@/shared/ui/icons.tsx'
import { Marked } from '@/shared/ui/marked.tsx'
import { typedPart } from './matching.ts'
import type { Option, OptionGroup } from './options.ts'
import type { View } from './use-found.ts'

interface OptionListProps {
  id: string
  view: View
  selected: Option | undefined
  elementId: (option: Option) => string
  /** The pointer has moved over an option. */
  onPoint: (option: Option) => void
  onPick: (option: Option) => void
}

/** The options by group, with what is said in place of them. */
export function OptionList({ id, view, ...list }: OptionListProps) {
  const { keyword, groups, isStale, isPending } = view
  const isEmpty = groups.length === 0
  return (
    <>
      <div
        id={id}
        role="listbox"
        aria-label="搜索结果"
        className="palette-list"
        data-stale={isStale || undefined}
        hidden={isEmpty}
        // Pressing it must not take the focus from the field.
        onMouseDown={(event) => event.preventDefault()}
      >
        {groups.map((group) => (
          <Group key={group.key} group={group} keyword={keyword} {...list} />
        ))}
      </div>
      {isEmpty && (isPending ? <Skeleton /> : <Nothing keyword={keyword} />)}
    </>
  )
}

interface GroupProps extends Omit<OptionListProps, 'id' | 'view'> {
  group: OptionGroup
  keyword: string
}

function Group({ group: { key, label, options }, keyword, selected, elementId, onPoint, onPick }: GroupProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has no fieldsets
    <div role="group" aria-label={label} className="palette-group" data-group={key}>
      <p className="palette-group-name" aria-hidden="true">
        {label}
      </p>
      {options.map((option) => (
        <OptionRow
          key={option.key}
          id={elementId(option)}
          option={option}
          keyword={keyword}
          isSelected={option.key === selected?.key}
          onPoint={() => onPoint(option)}
          onPick={() => onPick(option)}
        />
      ))}
    </div>
  )
}

interface OptionRowProps {
  id: string
  option: Option
  keyword: string
  isSelected: boolean
  onPoint: () => void
  onPick: () => void
}

function OptionRow({ id, option, keyword, isSelected, onPoint, onPick }: OptionRowProps) {
  const { icon, name, note, isMore } = option
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={isSelected}
      className="palette-option"
      data-more={isMore || undefined}
      onClick={onPick}
      // A list that moves under a pointer at rest chooses nothing.
      onMouseMove={isSelected ? undefined : onPoint}
    >
      <Icon of={icon} size={18} />
      <span className="palette-text">
        <span className="palette-name">
          <Marked text={name} parts={isMore ? [] : typedPart(name, keyword)} />
        </span>
        {note && (
          <span className="palette-note">
            <Marked text={note} parts={isMore ? [] : typedPart(note, keyword)} />
          </span>
        )}
      </span>
    </div>
  )
}

const SKELETON_ROWS = [1, 2, 3, 4, 5]

/** The status below says that it is loading. */
function Skeleton() {
  return (
    <div className="palette-list" aria-hidden="true">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="palette-option">
          <span className="palette-skeleton skeleton" />
        </div>
      ))}
    </div>
  )
}

/** The status below says it too; here is what to try. */
function Nothing({ keyword }: { keyword: string }) {
  return (
    <div className="palette-nothing">
      <p>没有找到“{keyword}”</p>
      <p>订单和留言按完整的单号或用户名查找，会员按用户名开头或完整邮箱。</p>
    </div>
  )
}
