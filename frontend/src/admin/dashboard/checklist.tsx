import { CircleAlert, CircleCheck, CircleDashed } from 'lucide'
import { Link } from 'react-router-dom'
import type { Schemas } from '@/shared/api/contract.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { CHECKLIST_KEY } from '../kit/checklist.ts'
import { editSite, loadSite, SITE_KEY } from '../kit/site.ts'
import { useAction } from '../kit/use-action.ts'
import { CHECKLIST_PLACES, CHECKLIST_TEXTS } from './checklist-texts.ts'
import './checklist.css'

type Item = Schemas['ChecklistItem']

const ICONS = { done: CircleCheck, todo: CircleAlert, advised: CircleDashed }
const STATES: Readonly<Record<Item['state'], string>> = { done: '已完成', todo: '待完成', advised: '可选' }

interface ChecklistProps {
  items: readonly Item[]
  mayDismiss: boolean
}

/** What is left to do before a new site is opened; what is done folds away. */
export default function Checklist({ items, mayDismiss }: ChecklistProps) {
  const open = items.filter(({ state }) => state !== 'done')
  const done = items.filter(({ state }) => state === 'done')
  const isReady = open.every(({ state }) => state === 'advised')
  const dismiss = useAction({
    run: async () => {
      const { version } = await loadSite()
      await editSite({ version, checklistDismissed: true })
    },
    refresh: [CHECKLIST_KEY, SITE_KEY],
    done: '清单已收起，有新的问题时会再出现',
  })
  return (
    <section className="checklist" aria-labelledby="checklist-title">
      <div className="checklist-head">
        <h2 id="checklist-title">开站清单</h2>
        <p className="checklist-note numeric">{isReady ? '必要的都已完成' : `${done.length} / ${items.length}`}</p>
        {isReady && mayDismiss && (
          <Button loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
            不再显示
          </Button>
        )}
      </div>
      {open.length > 0 && (
        <ul className="checklist-items">
          {open.map((item) => (
            <Point key={item.id} item={item} />
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <details className="checklist-done">
          <summary>已完成 {done.length} 项</summary>
          <ul className="checklist-items">
            {done.map((item) => (
              <Point key={item.id} item={item} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

function Point({ item: { id, state, detail = '' } }: { item: Item }) {
  const isAdvised = state === 'advised'
  const text = CHECKLIST_TEXTS[id]
  const place = state === 'done' ? undefined : CHECKLIST_PLACES[id]
  return (
    <li className="checklist-item" data-state={state}>
      <Icon of={ICONS[state]} size={20} />
      <div>
        <p className="checklist-title">
          {place ? <Link to={place}>{text.title}</Link> : text.title}
          <span className={isAdvised ? 'checklist-tag' : 'visually-hidden'}>{STATES[state]}</span>
        </p>
        <p className="checklist-text">
          <WithCommands text={state === 'done' ? text.done(detail) : text.todo(detail)} />
        </p>
      </div>
    </li>
  )
}

/** A text whose commands and names of units stay in one line: copied by eye, half of one is another command. */
function WithCommands({ text }: { text: string }) {
  return text.split(/(yingku[-. a-z]*[a-z])/).map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part))
}
