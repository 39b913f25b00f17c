import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CLOSED } from '@/entities/message/status.ts'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { AnswerOf } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { type ConversationChange, editConversation, QUEUE_KEY } from './api.ts'
import { NoteDialog, TagsDialog } from './conversation-dialogs.tsx'
import './conversation-tools.css'

interface ConversationToolsProps {
  id: string
  data: AnswerOf<'get', '/admin/messages/{id}'>
}

/** Changes what operators record about a conversation. */
export function useConversationEdit(id: string, version: number, onDone?: () => void) {
  return useAction({
    run: (change: ConversationChange) => editConversation({ id, version }, change),
    refresh: [QUEUE_KEY],
    ...(onDone && { onDone }),
    onRefused: (error) => isConflict(error) && toast('对话刚被改过，请看过再改', { kind: 'error' }),
  })
}

/** What operators record about a conversation: who handles it, tags and notes; and who else is answering. */
export function ConversationTools({ id, data }: ConversationToolsProps) {
  const { version, status, assignee, tags, notes, answering } = data
  const [dialog, setDialog] = useState<'tags' | 'note' | null>(null)
  const edit = useConversationEdit(id, version)
  // Of its own, so that a dialog which is open meanwhile stays.
  const inDialog = useConversationEdit(id, version, () => setDialog(null))
  const me = useQuery(userInfoOptions()).data?.user?.userName
  const isMine = assignee !== undefined && assignee === me
  return (
    <div className="conversation-tools">
      <div className="conversation-tools-line">
        <span className="conversation-tools-assignee">{assignee ? `${assignee} 处理` : '无人处理'}</span>
        <button
          type="button"
          className="conversation-tools-item"
          disabled={edit.isPending || me === undefined}
          onClick={() => edit.mutate({ assignee: isMine ? '' : (me ?? '') })}
        >
          {isMine ? '不再处理' : '由我处理'}
        </button>
        {tags.map((tag) => (
          <Badge key={tag} tone="quiet">
            {tag}
          </Badge>
        ))}
        <button type="button" className="conversation-tools-item" onClick={() => setDialog('tags')}>
          标签
        </button>
        <button type="button" className="conversation-tools-item" onClick={() => setDialog('note')}>
          备注
        </button>
      </div>
      {notes.length > 0 && (
        <ul className="conversation-tools-notes" aria-label="备注，会员看不到">
          {notes.map(({ author, text, createTime }, index) => (
            // Notes are only ever added at the end.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the note's identity
            <li key={index}>
              {text}
              <span className="conversation-tools-author numeric">
                {author} · {createTime}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p aria-live="polite" className="conversation-tools-answering">
        {answering.length > 0 && status !== CLOSED && `${answering.join('、')} 正在回复`}
      </p>
      {dialog === 'tags' && <TagsDialog tags={tags} edit={inDialog} onClose={() => setDialog(null)} />}
      {dialog === 'note' && <NoteDialog edit={inDialog} onClose={() => setDialog(null)} />}
    </div>
  )
}
