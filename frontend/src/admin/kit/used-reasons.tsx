import { useState } from 'react'
import { REASONS_KEY } from '@/shared/config/constants.ts'
import { preferences } from '@/shared/lib/preferences.ts'
import { readJson, writeText } from '@/shared/lib/storage.ts'
import '@/shared/ui/chip.css'
import './used-reasons.css'

/** How many reasons are kept for one kind of change. */
const MOST = 3

/** All reasons by the name of the change. */
function stored(): Record<string, unknown> {
  const all = preferences().discreet ? null : readJson('local', REASONS_KEY)
  return typeof all === 'object' && all !== null && !Array.isArray(all) ? (all as Record<string, unknown>) : {}
}

function reasonsFor(action: string): string[] {
  const reasons = stored()[action]
  return Array.isArray(reasons) ? reasons.filter((reason) => typeof reason === 'string').slice(0, MOST) : []
}

/** Keeps a reason on this device, to be offered next time; nothing in discreet mode. Logging out forgets it (R21.55). */
export function rememberReason(action: string, reason: string): void {
  if (reason === '' || preferences().discreet) return
  const others = reasonsFor(action).filter((other) => other !== reason)
  const all = { ...stored(), [action]: [reason, ...others].slice(0, MOST) }
  writeText('local', REASONS_KEY, JSON.stringify(all))
}

interface UsedReasonsProps {
  /** What the change is called. */
  action: string
  /** Makes the change for a reason. */
  onUse: (reason: string) => void
}

/** Reasons given before for the same change; a press on one is the reason and the confirmation. */
export function UsedReasons({ action, onUse }: UsedReasonsProps) {
  const [reasons] = useState(() => reasonsFor(action))
  if (reasons.length === 0) return null
  return (
    <fieldset className="used-reasons">
      <legend>用过的原因，点一下就{action}</legend>
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          className="chip"
          aria-label={`${action}：${reason}`}
          onClick={() => onUse(reason)}
        >
          <span className="used-reasons-text">{reason}</span>
        </button>
      ))}
    </fieldset>
  )
}
