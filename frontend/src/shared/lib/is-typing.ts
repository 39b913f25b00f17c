/** Whether keys are input there. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input:not([type=radio], [type=checkbox]), textarea, select') !== null
  )
}
