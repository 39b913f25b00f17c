import { useState } from 'react'
import type { OrderHistory } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { FactList } from '../kit/fact-list.tsx'
import { useAction } from '../kit/use-action.ts'
import { decideGrant } from './api.ts'
import { moneyChannelName } from './order-labels.ts'

interface GrantRequestProps {
  order: OrderHistory
  request: NonNullable<OrderHistory['grantRequest']>
  /** Name of the operator on screen. */
  me: string | undefined
}

/** A grant by hand that waits: another cashier confirms it, and both can withdraw it. */
export function GrantRequest({ order, request, me }: GrantRequestProps) {
  const [confirming, setConfirming] = useState(false)
  const decide = useAction({
    run: (confirm: boolean) => decideGrant({ id: request.id, confirm }),
    refresh: [ADMIN_KEY],
    onDone: () => setConfirming(false),
    done: ({ status }) => (status === 1 ? '已确认补单' : '已撤回补单申请'),
    onRefused: () => setConfirming(false),
  })
  const isOwn = request.operator === me
  const mayConfirm = me !== undefined && !isOwn && order.userName !== me
  return (
    <section className="order-drawer-request" aria-label="待确认的补单">
      <h3 className="order-drawer-head">待确认的补单</h3>
      <FactList
        facts={[
          ['申请人', `${request.operator} · ${request.createTime}`],
          ['实收', `¥${request.price} · ${moneyChannelName(request.payChannel)}`],
          ['交易号', request.tradeNo],
          ['原因', request.reason],
          ['有效至', request.expireTime],
        ]}
      />
      {isOwn && <p className="admin-note">要由另一位可以补单的管理人员确认。</p>}
      <div className="dialog-actions">
        <Button loading={decide.isPending && !confirming} loadingText="处理中" onClick={() => decide.mutate(false)}>
          {isOwn ? '撤回' : '驳回'}
        </Button>
        {mayConfirm && (
          <Button primary onClick={() => setConfirming(true)}>
            确认补单
          </Button>
        )}
      </div>
      <ConfirmDialog
        title="确认补单?"
        confirm="确认补单"
        open={confirming}
        busy={decide.isPending}
        onConfirm={() => decide.mutate(true)}
        onClose={() => setConfirming(false)}
      >
        请先自己核实收到了 ¥{request.price}（{request.tradeNo}）。确认后立即开通 {order.payName}。
      </ConfirmDialog>
    </section>
  )
}
