import { useQueryClient } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'
import { currentLogin, renewTokens, startSession, type Tokens } from '@/shared/api/session.ts'
import { LogInForm } from './log-in-form.tsx'
import '@/shared/ui/dialog.css'
import './account.css'

/**
 * The login form in a dialog, over a page that stays. For the member who was logged in before, everything goes on where it was; for
 * anybody else the page is a new one (R16.11).
 */
export default function LogInHere() {
  const client = useQueryClient()
  const known = client.getQueryData(userInfoOptions().queryKey)?.user?.userName ?? ''

  function onLoggedIn(tokens: Tokens, userName: string) {
    if (currentLogin() === null || folded(userName) !== folded(known)) return startSession(tokens)
    renewTokens(tokens)
    // What failed meanwhile, and what may have changed.
    void client.invalidateQueries()
  }

  return (
    <div ref={focusEmpty}>
      <p className="dialog-text">登录后留在本页，已填写的内容不会丢失。</p>
      <LogInForm userName={known} onLoggedIn={onLoggedIn} />
    </div>
  )
}

/** The form takes the place of the button that had the focus. */
function focusEmpty(form: HTMLElement | null) {
  const fields = [...(form?.querySelectorAll('input') ?? [])]
  fields.find(({ value }) => value === '')?.focus()
}

/** Names that differ in case or width alone are the same (R7.1). */
function folded(userName: string): string {
  return userName.normalize('NFKC').toLowerCase()
}
