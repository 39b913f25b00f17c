import { Plus, Trash2 } from 'lucide'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { addTemplate, removeTemplate, useTemplates } from './templates.ts'
import '@/shared/ui/icon-button.css'
import './template-bar.css'

interface TemplateBarProps {
  /** The current text of the reply. */
  text: string
  onChoose: (template: string) => void
}

/** Reply templates of this device: insert one, or save the current text. */
export function TemplateBar({ text, onChoose }: TemplateBarProps) {
  const templates = useTemplates()
  const written = text.trim()
  return (
    <details className="templates">
      <summary>常用回复（{templates.length}）</summary>
      {templates.length === 0 && <p className="admin-note">还没有常用回复。写好回复后可以存在本机，下次直接使用。</p>}
      <ul>
        {templates.map((template) => (
          <li key={template} className="template">
            <button type="button" className="template-text" onClick={() => onChoose(template)}>
              {template}
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={`删除常用回复 ${template}`}
              onClick={() => removeTemplate(template)}
            >
              <Icon of={Trash2} size={18} />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="chip"
        disabled={written === ''}
        onClick={() => {
          addTemplate(written)
          toast('已存为常用回复', { kind: 'success' })
        }}
      >
        <Icon of={Plus} size={16} />
        把当前回复存为常用
      </button>
    </details>
  )
}
