import { type ComponentType, useState } from 'react'
import { offline } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useSiteKeys } from './use-site-keys.ts'

/** Loads the list of keys when it is first asked for, and shows it. */
export function useKeysDialog(on: boolean) {
  const [open, setOpen] = useState(false)
  const [part, setPart] = useState<{ KeysDialog: ComponentType<{ onClose: () => void }> } | null>(null)

  async function show() {
    try {
      const loaded = part ?? { KeysDialog: (await import('@/features/site-menu/keys-dialog.tsx')).default }
      setPart(loaded)
      setOpen(true)
    } catch {
      toast(offline().message, { kind: 'error' })
    }
  }

  useSiteKeys(on, () => void show())
  return {
    show: () => void show(),
    dialog: part && open ? <part.KeysDialog onClose={() => setOpen(false)} /> : null,
  }
}
