import { askToLogIn } from '../feedback/login-dialog.ts'
import { askForOwnPassword } from '../feedback/own-password.ts'
import { toast } from '../feedback/toasts.ts'
import type { ApiError } from './errors.ts'

const TRANSPORT_TOAST_MS = 5000

/**
 * Tells the user of a failure as the error catalogue says (spec §8). Silent ones are only logged; that one is logged out
 * concerns the whole site and is said in any case.
 */
export function announce(error: ApiError, silent: boolean): void {
  if (silent) console.error(error)
  if (error.errorCode === 'password_change_required') askForOwnPassword()
  if (error.code === 403) askToLogIn()
  else if (!silent)
    toast(error.message, { kind: 'error', duration: error.kind === 'answer' ? undefined : TRANSPORT_TOAST_MS })
}
