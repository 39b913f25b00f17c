import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ACTIVATION_CODE_MAX } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { useAction } from '../kit/use-action.ts'
import { findCode } from './api.ts'
import { CodeDrawer } from './code-drawer.tsx'
import '@/shared/ui/field.css'

const LABEL = '粘贴完整激活码'

/** Finds a code by its whole text, which is sent in a body and stays out of the address and the history. */
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
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search> */}
      <form
        role="search"
        className="admin-search"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() && !find.isPending) find.mutate(text.trim())
        }}
      >
        <div className="field-box">
          <input
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
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
