import { createStore } from '../state/store.ts'

/** Whether the dialog 登录提示 is open (R15.5). */
export const loginDialogOpen = createStore(false)

/** Whether the browser deleted the key of the session, which the login dialog explains. */
export const keyWasLost = createStore(false)

/** Opens the login dialog; no effect while it is open. */
export function askToLogIn(): void {
  if (!loginDialogOpen.get()) loginDialogOpen.set(true)
}
