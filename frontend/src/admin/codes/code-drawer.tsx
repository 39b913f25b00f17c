import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { CODE_STATES, isRevocable } from '../kit/code-states.ts'
import { type Fact, FactList } from '../kit/fact-list.tsx'
import { PartLink } from '../kit/part-link.tsx'
import { RevokeCodeDialog } from './revoke-code-dialog.tsx'

interface CodeDrawerProps {
  code: Schemas['CodeDetail']
  onChanged: (code: Schemas['CodeDetail']) => void
  onClose: () => void
}

/** What is known about a code, with a button to revoke it. */
export function CodeDrawer({ code, onChanged, onClose }: CodeDrawerProps) {
  const [revoking, setRevoking] = useState(false)
  return (
    <Dialog title={`激活码 …${code.last4}`} open onClose={onClose} shape="drawer">
      <div className="admin-form">
        <FactList facts={factsOf(code)} />
        {isRevocable(code.state) && !code.orderId && (
          <div className="dialog-actions">
            <Button onClick={() => setRevoking(true)}>作废</Button>
          </div>
        )}
        {isRevocable(code.state) && code.orderId && (
          <p className="admin-note">这是会员购买的激活码：要作废它，请在订单里退款。</p>
        )}
      </div>
      {revoking && <RevokeCodeDialog code={code} onRevoked={onChanged} onClose={() => setRevoking(false)} />}
    </Dialog>
  )
}

function factsOf(code: Schemas['CodeDetail']): Fact[] {
  const { batch, orderId, state, userId, usedBy, useTime, revokeTime } = code
  return [
    ['状态', <Badge key="state">{CODE_STATES[state]}</Badge>],
    ['套餐', `${code.planName || '—'} · ${code.days} 天`],
    orderId
      ? [
          '订单',
          <PartLink key="order" section="orders" query={{ open: orderId }}>
            {orderId}
          </PartLink>,
        ]
      : [
          '批次',
          <PartLink key="batch" section="codes" query={{ batch }}>
            {batch}
          </PartLink>,
        ],
    ['生成时间', code.createTime],
    ['有效期至', code.validUntil || '永久'],
    ...(state === 'used'
      ? ([
          [
            '使用者',
            userId ? (
              <PartLink key="user" section="members" query={{ open: userId }}>
                {usedBy}
              </PartLink>
            ) : (
              '账号已注销'
            ),
          ],
          ['使用时间', useTime],
        ] as const)
      : []),
    ...(revokeTime ? ([['作废时间', revokeTime]] as const) : []),
  ]
}
