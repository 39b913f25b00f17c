import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { browserName } from '@/shared/lib/browser-name.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { endSession, sessionsOptions } from './api.ts'

/** The member's sessions, each with a button to end it. */
export function SessionsSection() {
  const titleId = useId()
  const client = useQueryClient()
  const sessions = useQuery(sessionsOptions())
  const [ending, setEnding] = useState<Schemas['Session'] | null>(null)
  const close = () => setEnding(null)

  const end = useMutation({
    mutationFn: endSession,
    onSuccess: async () => {
      close()
      toast('已退出该设备', { kind: 'success' })
      await client.invalidateQueries({ queryKey: sessionsOptions().queryKey })
    },
  })

  return (
    <section className="security-section" aria-labelledby={titleId}>
      <h2 id={titleId}>登录设备</h2>
      <QueryView query={sessions}>
        {(rows) => (
          <ul className="security-sessions">
            {rows.map((session) => (
              <li key={session.id} className="security-session">
                <div>
                  <p className="security-session-name">
                    {browserName(session.agent)} {session.current && <Badge tone="accent">本机</Badge>}
                  </p>
                  <p className="security-session-facts numeric">
                    <span>{session.network}</span>
                    <span>
                      最近使用 <time dateTime={session.updateTime.replace(' ', 'T')}>{session.updateTime}</time>
                    </span>
                  </p>
                </div>
                {!session.current && (
                  <Button round onClick={() => setEnding(session)}>
                    退出
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <ConfirmDialog
        title="退出该设备?"
        confirm="退出"
        open={ending !== null}
        busy={end.isPending}
        onConfirm={() => ending && end.mutate(ending.id)}
        onClose={close}
      >
        {ending && `${browserName(ending.agent)} 需要重新登录才能继续使用。`}
      </ConfirmDialog>
    </section>
  )
}
