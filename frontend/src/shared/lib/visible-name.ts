import { codePoints } from './format.ts'

/** Whether a text can be a name, by the API's rule: it can be seen, has no control characters, and is not too long. */
export function isVisibleName(name: string, most: number): boolean {
  const isSeen = /[^\s\p{Default_Ignorable_Code_Point}]/u.test(name) && !/\p{Cc}/u.test(name)
  return isSeen && codePoints(name) <= most
}
