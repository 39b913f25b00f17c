import { askToLogIn } from '../feedback/login-dialog.ts'
import { askForOwnPassword } from '../feedback/own-password.ts'
import { toast } from '../feedback/toasts.ts'
import type { ApiError } from './errors.ts'

const TRANSPORT_TOAST_MS = 5000

/** Announces an error to the user (R15.2). Silent ones are only logged, but the login dialog always opens (R15.11). */
export function announce(error: ApiError, silent: boolean): void {
  if (silent) console.error(error)
  if (error.errorCode === 'password_change_required') askForOwnPassword()
  if (error.code === 403) askToLogIn()
  else if (!silent)
    toast(error.message, { kind: 'error', duration: error.kind === 'answer' ? undefined : TRANSPORT_TOAST_MS })
}
