import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHasDraft } from '@/entities/user/use-draft.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { StepBar } from '../kit/step-bar.tsx'
import { adminConversationOptions, draftName } from './api.ts'
import { ConversationBody } from './conversation-body.tsx'
import { MemberPanel, type OpenLink } from './member-panel.tsx'
import type { Arrival, QueueSteps } from './use-queue-steps.ts'
import '@/shared/ui/icon-button.css'
import './inbox.css'

interface ConversationViewProps {
  id: string
  steps: QueueSteps
  /** Number of conversations in the queue. */
  total: number
  /** Name of the member, before the conversation is loaded. */
  knownName: string | undefined
  openLink: OpenLink
}

/** The conversation, and what names it. */
function useConversation(id: string, knownName: string | undefined) {
  const isAnswering = useHasDraft()(draftName(id))
  const conversation = useQuery(adminConversationOptions(id, isAnswering))
  const userName = conversation.data?.userName ?? knownName
  return { conversation, userName, title: userName ? `与 ${userName} 的沟通` : '沟通详情' }
}

/** Focuses the heading of a conversation that was gone to, also in place of a reply that is not there yet. */
function useArrival(heading: RefObject<HTMLElement | null>, id: string, arrival: Arrival | null, isReady: boolean) {
  const focus = useEffectEvent(() => {
    if (arrival?.id === id && !(arrival.part === 'reply' && isReady)) heading.current?.focus({ preventScroll: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival moves it
  useEffect(focus, [id, arrival])
}

interface ConversationPaneProps extends ConversationViewProps {
  /** Whether the member is shown beside it. */
  beside: boolean
}

/** A conversation beside the queue. */
export function ConversationPane(props: ConversationPaneProps) {
  const { id, steps, total, knownName, openLink, beside } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const { conversation, userName, title } = useConversation(id, knownName)
  useArrival(heading, id, steps.arrival, conversation.data !== undefined)
  return (
    <>
      <section className="inbox-conversation" aria-label={title}>
        <header className="inbox-head">
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {!beside && userName && <MemberButton key={id} userName={userName} id={id} openLink={openLink} />}
          <StepBar steps={steps} total={total} unit="条" title={title} />
        </header>
        <ConversationBody
          key={id}
          id={id}
          conversation={conversation}
          focused={isFor(steps.arrival, id)}
          leave={() => steps.leave(id)}
        />
      </section>
      {beside && (
        <section className="inbox-member" aria-label="会员资料">
          {userName && <MemberPanel key={userName} userName={userName} openId={id} openLink={openLink} />}
        </section>
      )}
    </>
  )
}

/** A conversation above the queue, on a phone. There the reply is not focused: the keyboard would hide the question. */
export function ConversationDrawer(props: ConversationViewProps & { onClose: () => void }) {
  const { id, steps, total, knownName, openLink, onClose } = props
  const place = useRef<HTMLParagraphElement>(null)
  const { conversation, userName, title } = useConversation(id, knownName)
  useArrival(place, id, steps.arrival, false)
  return (
    <Dialog
      title={title}
      open
      onClose={onClose}
      shape="drawer"
      filled
      action={userName && <MemberButton key={id} userName={userName} id={id} openLink={openLink} />}
    >
      <StepBar steps={steps} total={total} unit="条" title={title} worded placeRef={place} />
      <ConversationBody key={id} id={id} conversation={conversation} focused={false} leave={() => steps.leave(id)} />
    </Dialog>
  )
}

function isFor(arrival: Arrival | null, id: string): boolean {
  return arrival?.id === id && arrival.part === 'reply'
}

interface MemberButtonProps extends Pick<ConversationViewProps, 'id' | 'openLink'> {
  userName: string
}

/** Shows the member where there is no room beside the conversation. */
function MemberButton({ userName, id, openLink }: MemberButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="会员资料"
        title="会员资料"
        onClick={() => setOpen(true)}
      >
        <Icon of={UserRound} />
      </button>
      <Dialog title="会员资料" open={open} onClose={() => setOpen(false)} shape="side">
        <MemberPanel userName={userName} openId={id} openLink={openLink} />
      </Dialog>
    </>
  )
}
