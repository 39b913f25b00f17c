import { useEffect, useEffectEvent, useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ACTIVATION_CODE_MAX, ACTIVATION_CODE_MIN } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { topDialog } from '@/shared/ui/use-modal.ts'
import { useAction } from '../kit/use-action.ts'
import { findCode } from './api.ts'
import { CodeDrawer } from './code-drawer.tsx'
import '@/shared/ui/field.css'

const LABEL = '粘贴完整激活码'

/** Finds a code by its whole text, as soon as it is pasted. It is sent in a body: not in the address, nor in the history. */
export function FindCode() {
  const [found, setFound] = useState<Schemas['CodeDetail'] | null>(null)
  const [text, setText] = useState('')
  const find = useAction({
    run: findCode,
    refresh: [],
    onDone: (code) => {
      setFound(code)
      setText('')
    },
  })
  function look(code: string) {
    if (code && !find.isPending) find.mutate(code)
  }
  /** Looks for a whole code that is pasted; says whether it is one. */
  function take(data: DataTransfer | null): boolean {
    const pasted = data?.getData('text/plain').trim() ?? ''
    if (text !== '' || pasted.length < ACTIVATION_CODE_MIN || pasted.length > ACTIVATION_CODE_MAX) return false
    setText(pasted)
    look(pasted)
    return true
  }
  // Pasted anywhere on the page, unless into something else.
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.closest('input, textarea, select, dialog')
    if (!event.defaultPrevented && !isElsewhere && !topDialog()) take(event.clipboardData)
  })
  useEffect(() => {
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search> */}
      <form
        role="search"
        className="admin-search"
        onSubmit={(event) => {
          event.preventDefault()
          look(text.trim())
        }}
      >
        <div className="field-box">
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              if (take(event.clipboardData)) event.preventDefault()
            }}
            maxLength={ACTIVATION_CODE_MAX}
            aria-label={LABEL}
            placeholder={LABEL}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        <Button type="submit" loading={find.isPending} loadingText="查询中">
          查询
        </Button>
      </form>
      {found && <CodeDrawer code={found} onChanged={setFound} onClose={() => setFound(null)} />}
    </>
  )
}
