import { Plus, Trash2, Upload } from 'lucide'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { PLACEHOLDERS } from './template-text.ts'
import { TEMPLATES_MAX, type Templates } from './use-templates.ts'
import '@/shared/ui/icon-button.css'
import './template-bar.css'

interface TemplatesDialogProps {
  shared: Templates
  /** The current text of the reply. */
  text: string
  onClose: () => void
}

/** The templates of all operators: keep the current reply as one, or delete one. */
export function TemplatesDialog({ shared, text, onClose }: TemplatesDialogProps) {
  const { templates, isSaving, add, remove, own, share } = shared
  const written = text.trim()
  const isFull = templates.length >= TEMPLATES_MAX
  return (
    <Dialog title="常用回复" open onClose={onClose} shape="sheet">
      <div className="admin-form">
        <p className="admin-note">
          所有客服共用，最多{TEMPLATES_MAX}条。回复为空时输入 / 可以选用。
          {PLACEHOLDERS.map(({ name, means }) => `{${name}} 换成${means}`).join('，')}。
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
                  disabled={isSaving}
                  onClick={() => remove(template)}
                >
                  <Icon of={Trash2} size={18} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <Button block disabled={written === '' || isSaving || isFull} onClick={() => add(written)}>
          <span className="template-save">
            <Icon of={Plus} size={18} />
            把当前回复存为常用
          </span>
        </Button>
        {written === '' && <p className="admin-note">先写好一条回复，再到这里保存。</p>}
        {own > 0 && (
          <Button block disabled={isSaving} onClick={share}>
            <span className="template-save">
              <Icon of={Upload} size={18} />
              共享本机以前的 {own} 条
            </span>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
