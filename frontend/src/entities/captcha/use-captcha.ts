import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasStoredUser } from '@/shared/api/session.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { captchaOptions } from './api.ts'

/** A form's captcha. */
export interface CaptchaState {
  /** Whether a captcha is required; true until the API says otherwise. */
  on: boolean
  /** The picture as a `data:` URL; `null` while it is loading or when it could not be loaded. */
  image: string | null
  /** Id to send with the answer. */
  uuid: string
  loading: boolean
  /** Loads another one; users who are already logged in are sent to the member centre (R7.7). */
  refresh: () => void
}

/** The captcha of a public form. */
export function useCaptcha(): CaptchaState {
  const navigate = useNavigate()
  const { data, refetch, isFetching } = useQuery({ ...captchaOptions(), enabled: !hasStoredUser() })

  const leaveWhenLoggedIn = useCallback(() => {
    if (!hasStoredUser()) return false
    toast('您已经成功登陆账号')
    void navigate('/user', { replace: true })
    return true
  }, [navigate])

  useEffect(() => {
    leaveWhenLoggedIn()
  }, [leaveWhenLoggedIn])

  return {
    on: data?.captchaOnOff !== false,
    image: isFetching ? null : (data?.img ?? null),
    uuid: data?.uuid ?? '',
    loading: isFetching,
    refresh: () => {
      if (!leaveWhenLoggedIn()) void refetch()
    },
  }
}
