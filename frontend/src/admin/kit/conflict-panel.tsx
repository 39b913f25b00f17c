import { useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { Segmented } from '@/shared/ui/segmented.tsx'
import type { Clash, Rebased } from './rebase.ts'
import './conflict-panel.css'

const CHOICES = [
  { value: 'mine', label: '保留我的' },
  { value: 'theirs', label: '采用对方的' },
] as const

const EMPTY = '（空）'
const NO_CLASH = '与您的改动没有冲突，再次保存即可。'

const asItIs = (_: string, text: string) => text

interface ConflictPanelProps {
  rebased: Rebased
  /** The form's texts. */
  values: Readonly<Record<string, string>>
  set: (texts: Record<string, string>) => void
  /** Shown when nothing has to be decided. */
  again?: string
  /** Formats a value for display. */
  show?: (name: string, text: string) => string
}

/** Shows what another operator changed meanwhile, and lets this one choose per field or for all. */
export function ConflictPanel({ rebased, values, set, again = NO_CLASH, show = asItIs }: ConflictPanelProps) {
  const { news, clashes } = rebased
  const panel = useRef<HTMLElement>(null)
  // In a long form the panel may be out of view.
  useEffect(() => panel.current?.focus(), [])

  const all = (side: 'mine' | 'theirs') =>
    set(Object.fromEntries(clashes.map((clash): [string, string] => [clash.name, clash[side]])))
  return (
    <section ref={panel} className="conflict" role="alert" tabIndex={-1} aria-label="其他人刚刚改过">
      <h3>其他人刚刚改过，您的改动还没有保存</h3>
      {clashes.length > 0 && (
        <>
          <p>以下内容双方都改了，请选择后再保存：</p>
          {clashes.map((clash) => (
            <ClashView key={clash.name} clash={clash} value={values[clash.name] ?? ''} set={set} show={show} />
          ))}
          {clashes.length > 1 && (
            <div className="conflict-all">
              <Button round onClick={() => all('mine')}>
                全部保留我的
              </Button>
              <Button round onClick={() => all('theirs')}>
                全部采用对方的
              </Button>
            </div>
          )}
        </>
      )}
      {news.length > 0 && (
        <>
          <p>对方改了这些：</p>
          <dl className="conflict-news">
            {news.map(({ name, label, before, theirs }) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>
                  <del>{show(name, before) || EMPTY}</del> → <ins>{show(name, theirs) || EMPTY}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {clashes.length === 0 && <p>{again}</p>}
    </section>
  )
}

interface ClashViewProps {
  clash: Clash
  value: string
  set: (texts: Record<string, string>) => void
  show: (name: string, text: string) => string
}

function ClashView({ clash: { name, label, before, theirs, mine }, value, set, show }: ClashViewProps) {
  const sides = [
    ['原来', before],
    ['对方', theirs],
    ['我的', mine],
  ] as const
  return (
    <div className="conflict-field">
      <h4>{label}</h4>
      <dl>
        {sides.map(([side, text]) => (
          <div key={side}>
            <dt>{side}</dt>
            <dd>{show(name, text) || EMPTY}</dd>
          </div>
        ))}
      </dl>
      <Segmented
        label={`${label}用谁的`}
        choices={CHOICES}
        current={value === theirs ? 'theirs' : 'mine'}
        onChange={(side) => set({ [name]: side === 'mine' ? mine : theirs })}
      />
    </div>
  )
}
