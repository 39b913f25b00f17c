import { Button } from '@/shared/ui/button.tsx'
import './unknown-names.css'

interface UnknownNamesProps {
  /** The server's message about the names. */
  text: string
  busy: boolean
  /** Confirms to create terms. */
  onMake: () => void
}

/** Confirms creating terms for unknown names, which are mostly typos. */
export function UnknownNames({ text, busy, onMake }: UnknownNamesProps) {
  return (
    <div className="unknown-names" role="alert">
      <p>{text}</p>
      <p className="admin-note">如果是笔误，请改正后再保存；如果确实是新的，可以新建。</p>
      <Button onClick={onMake} loading={busy} loadingText="保存中">
        新建这些名称并保存
      </Button>
    </div>
  )
}
