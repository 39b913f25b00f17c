import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { deleteKey, keysOptions } from './api.ts'
import { scopeName, scopesOf } from './key-scopes.ts'
import { NewKeyForm } from './new-key-form.tsx'

/** Most keys of a member (R5.20). */
const KEYS_MAX = 5

/** Keys with which the member's programs search, or work as an operator's: made and shown once, listed, and deleted. */
export function KeysSection() {
  const titleId = useId()
  const client = useQueryClient()
  const keys = useQuery(keysOptions())
  const scopes = scopesOf(useQuery(userInfoOptions()).data?.permissions ?? [])
  const [made, setMade] = useState<Schemas['NewKey'] | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: keysOptions().queryKey })
  return (
    <section className="security-section" aria-labelledby={titleId}>
      <h2 id={titleId}>下载程序密钥</h2>
      <p className="security-text">
        支持 Torznab 的程序用密钥以您的身份搜索磁力，给出的链接计入每日复制次数。地址是{' '}
        <code>{`${window.location.origin}/torznab/api`}</code>
      </p>
      {scopes.length > 0 && (
        <p className="security-text">
          有管理权限的密钥不能搜索，供您自己的程序调用管理接口，用法见 <a href="/docs">接口文档</a>
          。泄露时请立即删除。修改或重置密码后，这些密钥失效。
        </p>
      )}
      {made && <MadeKey value={made.key} onClose={() => setMade(null)} />}
      <QueryView query={keys}>
        {(rows) => (
          <>
            {rows.length > 0 && (
              <Keys
                rows={rows}
                onDeleted={async (id) => {
                  if (made?.id === id) setMade(null)
                  await refresh()
                }}
              />
            )}
            {rows.length < KEYS_MAX ? (
              <NewKeyForm
                scopes={scopes}
                onMade={async (key) => {
                  setMade(key)
                  await refresh()
                }}
              />
            ) : (
              <p className="security-text">最多{KEYS_MAX}个密钥，删除不用的以后可以再生成。</p>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <div className="security-key" role="status">
      <p>这个密钥只显示这一次，请现在保存：</p>
      <code>{value}</code>
      <div>
        <Button round primary onClick={() => void copyText(value)}>
          复制密钥
        </Button>{' '}
        <Button round onClick={onClose}>
          已保存
        </Button>
      </div>
    </div>
  )
}

function Keys({
  rows,
  onDeleted,
}: {
  rows: readonly Schemas['ProgramKey'][]
  onDeleted: (id: string) => Promise<void>
}) {
  const [asked, setAsked] = useState<Schemas['ProgramKey'] | null>(null)
  const close = () => setAsked(null)
  const remove = useMutation({
    mutationFn: deleteKey,
    onSuccess: async (_, id) => {
      close()
      toast('密钥已删除', { kind: 'success' })
      await onDeleted(id)
    },
  })
  return (
    <>
      <ul className="security-sessions">
        {rows.map((key) => (
          <li key={key.id} className="security-session">
            <div>
              <p className="security-session-name">{key.name}</p>
              {key.scopes.length > 0 && <p className="security-text">{key.scopes.map(scopeName).join('、')}</p>}
              <p className="security-session-facts numeric">
                <span>生成于 {key.createTime}</span>
                {key.expireTime && <span>{key.expireTime} 到期</span>}
                <span>{key.useTime ? `最近使用 ${key.useTime}` : '还没有用过'}</span>
              </p>
            </div>
            <Button round aria-label={`删除密钥${key.name}`} onClick={() => setAsked(key)}>
              删除
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        title="删除密钥?"
        confirm="删除"
        open={asked !== null}
        busy={remove.isPending}
        onConfirm={() => asked && remove.mutate(asked.id)}
        onClose={close}
      >
        {asked && `使用“${asked.name}”的程序会立即失去访问。`}
      </ConfirmDialog>
    </>
  )
}
