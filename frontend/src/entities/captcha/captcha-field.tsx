import type { FieldState } from '@/shared/lib/use-form.ts'
import { TextField } from '@/shared/ui/field.tsx'
import { CODE_MAX } from './rules.ts'
import type { CaptchaState } from './use-captcha.ts'
import './captcha.css'

/** The captcha input with its image; clicking the image loads another one. */
export function CaptchaField({ field, captcha }: { field: FieldState; captcha: CaptchaState }) {
  if (!captcha.on) return null
  return (
    <TextField
      label="验证码"
      field={field}
      maxLength={CODE_MAX}
      autoComplete="off"
      trailing={
        <button type="button" className="captcha" aria-label="换一张验证码" onClick={captcha.refresh}>
          <Picture captcha={captcha} />
        </button>
      }
    />
  )
}

function Picture({ captcha: { image, loading } }: { captcha: CaptchaState }) {
  if (image) return <img src={image} alt="验证码图片" width={120} height={40} />
  return loading ? <span className="captcha-skeleton skeleton" /> : <span>点击重试</span>
}
