import { Button } from '@/shared/ui/button.tsx'
import './unknown-names.css'

interface UnknownNamesProps {
  /** What the server says about the names. */
  text: string
  busy: boolean
  /** They are meant: make terms of them. */
  onMake: () => void
}

/** Asks before names that nobody knows become terms: most of them are typing mistakes. */
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
