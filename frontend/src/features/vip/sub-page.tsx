import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ticket } from 'lucide'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { refreshLevel } from '@/entities/user/use-level.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { ACTIVATION_CODE_MAX } from '@/shared/config/constants.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { activationRule } from './activation-rule.ts'
import { activate, isAboutCode } from './api.ts'
import { CodeShop } from './code-shop.tsx'
import './sub-page.css'

/** /sub, 激活码兑换 (R10.8). */
export default function SubPage() {
  const signedIn = useSignedIn()
  const client = useQueryClient()
  const navigate = useNavigate()
  const bought = (useLocation().state as { code?: string } | null)?.code ?? ''
  const shop = useUrlDialog('sheet')
  const { field, set, refuse, submit } = useForm({ code: bought }, { code: activationRule })

  // The page may be there already: its shop leads back to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another code comes
  useEffect(() => {
    if (bought) set({ code: bought })
  }, [bought])

  const activation = useMutation({
    mutationFn: activate,
    onSuccess: ({ msg }) => {
      refreshLevel(client)
      toast(msg, { kind: 'success' })
      void navigate('/user')
    },
    onError: (error) => {
      if (isAboutCode(error)) refuse('code', error.message)
    },
  })

  return (
    <div className="page sub">
      <div className="sub-back">
        <BackButton otherwise="/user" />
      </div>
      <section className="sub-card">
        <span className="sub-mark">
          <Icon of={Ticket} size={30} />
        </span>
        <h1>激活码兑换</h1>
        <p className="sub-tip">成为VIP后可以不限次数复制磁力链接，并在线观看标有「在线」的影片。</p>
        <form
          className="sub-form"
          noValidate
          onSubmit={submit(
            ({ code }) => (signedIn ? activation.mutate(code.trim()) : askToLogIn()),
            activation.isPending,
          )}
        >
          <TextField label="激活码" field={field('code')} maxLength={ACTIVATION_CODE_MAX} autoComplete="off" />
          <Button primary block type="submit" loading={activation.isPending} loadingText="登 录 中...">
            确 认 激活
          </Button>
        </form>
        <button type="button" className="sub-buy" aria-haspopup="dialog" onClick={() => shop.open('shop')}>
          没有激活码点我购买
        </button>
        {!signedIn && (
          <p className="sub-visitor">
            激活前请先<Link to="/login">登录</Link>
          </p>
        )}
      </section>
      <CodeShop open={shop.value === 'shop'} onClose={shop.close} />
    </div>
  )
}
