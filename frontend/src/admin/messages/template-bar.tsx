import { Settings2 } from 'lucide'
import { useState } from 'react'
import { Icon } from '@/shared/ui/icons.tsx'
import { TemplatesDialog } from './templates-dialog.tsx'
import type { Templates } from './use-templates.ts'
import '@/shared/ui/chip.css'
import './template-bar.css'

interface TemplateBarProps {
  shared: Templates
  /** The current text of the reply. */
  text: string
  /** Fills in the placeholders. */
  fill: (template: string) => string
  onChoose: (template: string) => void
}

/** The templates of all operators in a line, each of which fills the reply, and the way to change them. */
export function TemplateBar({ shared, text, fill, onChoose }: TemplateBarProps) {
  const { templates } = shared
  const [editing, setEditing] = useState(false)
  return (
    <div className="template-bar">
      {templates.length === 0 ? (
        <p className="template-bar-empty">还没有常用回复</p>
      ) : (
        <ul className="template-bar-list" aria-label="常用回复">
          {templates.map((template) => (
            <li key={template}>
              <button type="button" className="chip" title={fill(template)} onClick={() => onChoose(template)}>
                <span className="template-chip-text">{fill(template)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="template-bar-edit" onClick={() => setEditing(true)}>
        <Icon of={Settings2} size={16} />
        管理
        <span className="visually-hidden">常用回复</span>
      </button>
      {editing && <TemplatesDialog shared={shared} text={text} onClose={() => setEditing(false)} />}
    </div>
  )
}
