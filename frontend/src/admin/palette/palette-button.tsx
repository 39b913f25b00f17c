import { Search } from 'lucide'
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { offline } from '@/shared/api/errors.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { closeAtOnce } from '@/shared/lib/close-at-once.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { AdminPart } from '../kit/sections.ts'
import type { PaletteProps } from './palette.tsx'
import './palette-button.css'

let loaded: ComponentType<PaletteProps> | null = null

async function load(): Promise<ComponentType<PaletteProps>> {
  loaded ??= (await import('./palette.tsx')).default
  return loaded
}

const IS_APPLE = /^(Mac|iP)/.test(navigator.platform)

/** Whether a dialog is open that asks something: only what lies in a drawer or a panel may be left for the search. */
function isAsked(): boolean {
  return document.querySelector('dialog[open]:not(.dialog-drawer):not(.dialog-panel):not(.dialog-beside)') !== null
}

/** Opens the search of the console, also by Ctrl K (R21.6). Its code loads with the first use. */
export function PaletteButton({ parts }: { parts: readonly AdminPart[] }) {
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null)
  const navigate = useNavigate()
  const close = () => setPalette(null)

  async function open() {
    try {
      const part = await load()
      setPalette(() => part)
    } catch {
      toast(offline().message, { kind: 'error' })
    }
  }

  function go(to: string) {
    closeAtOnce(close)
    void navigate(to)
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isMine =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k'
    if (!isMine || event.isComposing || event.defaultPrevented) return
    event.preventDefault()
    if (event.repeat) return
    if (Palette) close()
    else if (!isAsked()) void open()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])

  return (
    <>
      <button
        type="button"
        className="palette-button"
        data-keys={IS_APPLE ? '⌘ K' : 'Ctrl K'}
        aria-label="搜索管理台"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => void open()}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Icon of={Search} size={18} />
        搜索
      </button>
      {Palette && <Palette parts={parts} onGo={go} onClose={close} />}
    </>
  )
}
