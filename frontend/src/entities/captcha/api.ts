import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { CAPTCHA_TIMEOUT_MS } from '@/shared/config/constants.ts'

/** A new captcha, valid for one attempt: `GET /v2/user/captcha`. */
export function captchaOptions() {
  return queryOptions({
    queryKey: ['captcha'],
    queryFn: ({ signal }) => apiGet('/v2/user/captcha', { signal, withoutToken: true, timeout: CAPTCHA_TIMEOUT_MS }),
    staleTime: 0,
    gcTime: 0,
  })
}
