import { Dices } from 'lucide'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { workPath } from '@/shared/config/paths.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { pickWork, type WorksFilter } from './api.ts'
import '@/shared/ui/chip.css'
import '@/shared/ui/icon-button.css'

interface RandomButtonProps {
  /** The list to pick from. */
  filter: Omit<WorksFilter, 'pageSize'>
  /** A chip with this text; without it an icon. */
  label?: string
  /** The list is known to be empty. */
  disabled?: boolean
}

/** Opens any work of a list (R2.33). */
export function RandomButton({ filter, label, disabled }: RandomButtonProps) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  async function open() {
    if (isBusy) return
    setBusy(true)
    try {
      void navigate(workPath(await pickWork(filter)))
    } catch {
      // The failure has been announced.
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className={label ? 'chip' : 'icon-button'}
      aria-label={label ? undefined : '随便看一部'}
      disabled={disabled}
      aria-disabled={isBusy || undefined}
      onClick={() => void open()}
    >
      <Icon of={Dices} size={label ? 18 : undefined} />
      {label}
    </button>
  )
}
