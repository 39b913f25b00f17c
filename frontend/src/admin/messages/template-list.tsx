import { useEffect } from 'react'
import type { TemplatePicker } from './template-picker.ts'
import './template-bar.css'

interface TemplateListProps {
  picker: TemplatePicker
  /** Fills in the placeholders. */
  fill: (template: string) => string
  onChoose: (template: string) => void
}

/** The templates that a reply beginning with `/` finds, as they will be sent. The keyboard stays in the reply. */
export function TemplateList({ picker: { listId, isOpen, options, active }, fill, onChoose }: TemplateListProps) {
  const activeId = active?.id
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  if (!isOpen) return null
  return (
    <div className="template-list">
      <div id={listId} role="listbox" aria-label="常用回复" hidden={options.length === 0} className="template-options">
        {options.map(({ id, template }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the reply handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the reply
          <div
            key={template}
            id={id}
            role="option"
            aria-selected={id === activeId}
            className="template-option"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(template)}
          >
            {fill(template)}
          </div>
        ))}
      </div>
      <p role="status" className="template-list-note">
        {options.length === 0 ? '没有符合的常用回复' : `${options.length} 条常用回复`}
        <span className="template-list-keys">
          {options.length === 0 ? '，Esc 关闭' : '：↑↓ 选择，Enter 填入，Ctrl+Enter 发送并下一条'}
        </span>
      </p>
    </div>
  )
}
