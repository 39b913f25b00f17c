import { useQuery } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'

/** A hidden field that tells password managers which account a form is about. */
export function HiddenUserName() {
  const userName = useQuery(userInfoOptions()).data?.user?.userName ?? ''
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      value={userName}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      className="visually-hidden"
    />
  )
}
