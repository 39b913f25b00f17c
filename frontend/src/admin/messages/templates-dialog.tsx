import { Plus, Trash2 } from 'lucide'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { PLACEHOLDERS } from './template-text.ts'
import { addTemplate, removeTemplate } from './templates.ts'
import '@/shared/ui/icon-button.css'
import './template-bar.css'

interface TemplatesDialogProps {
  templates: readonly string[]
  /** The current text of the reply. */
  text: string
  onClose: () => void
}

/** The templates of this device: keep the current reply as one, or delete one. */
export function TemplatesDialog({ templates, text, onClose }: TemplatesDialogProps) {
  const written = text.trim()
  return (
    <Dialog title="常用回复" open onClose={onClose} shape="sheet">
      <div className="admin-form">
        <p className="admin-note">
          保存在本机的浏览器里，最近用过的在前。回复为空时输入 / 可以选用。
          {PLACEHOLDERS.map(({ name, means }) => `${name} 发送时换成${means}`).join('，')}。
        </p>
        {templates.length > 0 && (
          <ul aria-label="已保存的常用回复">
            {templates.map((template) => (
              <li key={template} className="template">
                <span className="template-text">{template}</span>
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
        )}
        <Button
          block
          disabled={written === ''}
          onClick={() => {
            addTemplate(written)
            toast('已存为常用回复', { kind: 'success' })
          }}
        >
          <span className="template-save">
            <Icon of={Plus} size={18} />
            把当前回复存为常用
          </span>
        </Button>
        {written === '' && <p className="admin-note">先写好一条回复，再到这里保存。</p>}
      </div>
    </Dialog>
  )
}
