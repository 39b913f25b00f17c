import { createStore } from '../state/store.ts'

/** Whether the dialog 登录提示 is open (R15.5). */
export const loginDialogOpen = createStore(false)

/** Whether the browser threw away the key that the session was bound to; said when that session is asked to log in. */
export const keyWasLost = createStore(false)

/** Opens the dialog 登录提示; calls while it is open change nothing. */
export function askToLogIn(): void {
  if (!loginDialogOpen.get()) loginDialogOpen.set(true)
}
