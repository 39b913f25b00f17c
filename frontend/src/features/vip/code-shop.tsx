import { ShieldCheck } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Plan } from '@/shared/api/types.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { PayChannels } from './pay-channels.tsx'
import { PlanChoice, useChosenPlan } from './plan-choice.tsx'
import { usePayment } from './use-payment.ts'
import '@/shared/ui/chip.css'

/** The popup that sells activation codes (R10.8). */
export function CodeShop({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="购买激活码" open={open} onClose={onClose} shape="sheet">
      <Products />
    </Dialog>
  )
}

function Products() {
  const signedIn = useSignedIn()
  const [chosen, setChosen] = useState<string | null>(null)
  const product = useChosenPlan('code', chosen)
  return (
    <div className="shop">
      <p className="no-refund">
        <Icon of={ShieldCheck} size={20} />
        <span>激活码为虚拟商品，不支持退款。付款后可在此处一键填入激活码，也可在订单记录中查看。</span>
      </p>
      <PlanChoice kind="code" label="激活码商品" current={product} onChoose={setChosen} />
      {product && signedIn && <Payment plan={product} />}
      {product && !signedIn && (
        <p className="shop-visitor">
          购买前请先登录
          <Link to="/login" className="chip">
            去登录
          </Link>
        </p>
      )}
    </div>
  )
}

function Payment({ plan }: { plan: Plan }) {
  return <PayChannels plan={plan} payment={usePayment(plan)} />
}
