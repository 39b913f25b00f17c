/**
 * Whether an input method will yet change what has been typed. Letters and digits are typed already: Gboard composes every
 * word, and pinyin finds names as it is.
 */
export function isUnfinished({ isComposing, data }: InputEvent): boolean {
  return isComposing && !/^[a-z0-9]*$/i.test(data ?? ' ')
}
