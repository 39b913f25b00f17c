/** An ancestor of an element, and what stands before and after the branch that leads to the element. */
interface Level {
  parent: Element
  before: Element | null
  after: Element | null
}

/** An element and where it stands, its parent first: enough to find the neighbours of one that is gone. */
export interface Place {
  element: HTMLElement
  levels: readonly Level[]
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex]'
/** Focus on one of these opens the keyboard of a touch device. */
const TEXT_FIELDS = 'textarea, input:not([type=checkbox]):not([type=radio])'

/** Notes where an element stands. */
export function placeOf(element: HTMLElement): Place {
  const levels: Level[] = []
  let inner: Element = element
  while (inner.parentElement) {
    const parent = inner.parentElement
    levels.push({ parent, before: inner.previousElementSibling, after: inner.nextElementSibling })
    inner = parent
  }
  return { element, levels }
}

/** Focuses the element, or what is nearest to its place if it is gone or cannot be focused. */
export function focusPlace(place: Place): void {
  if (place.element.isConnected) place.element.focus({ preventScroll: true })
  if (isFocusNowhere()) focusNear(place)
}

/**
 * Focuses the control that took the place of an element, else the next one, else the one before it, within the innermost
 * ancestor that is left. Where that has none, the one before it is likely to say what it holds, as a tab does. The focus
 * never leaves a dialog that is open, and goes to `main` when the whole screen is gone.
 */
function focusNear({ levels }: Place): void {
  const main = document.querySelector('main')
  // The page is going as a whole.
  if (!main) return
  const left = levels.filter(({ parent }) => parent.isConnected)
  for (const [outwards, level] of left.entries()) {
    const { parent } = level
    if (parent.contains(main)) main.focus({ preventScroll: true })
    else if (!controlsAround(level, outwards > 0).some(takesFocus) && parent.localName !== 'dialog') continue
    return
  }
}

/** The controls of an ancestor, those on one side first, from the nearest on. */
function controlsAround({ parent, before, after }: Level, earlierFirst: boolean): HTMLElement[] {
  const isTouch = matchMedia('(pointer: coarse)').matches
  const controls = [...parent.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => control.tabIndex >= 0 && !(isTouch && control.matches(TEXT_FIELDS)),
  )
  const isAfter = (control: Element) => {
    if (before?.parentElement === parent) return isLater(control, before) && !before.contains(control)
    if (after?.parentElement === parent) return isLater(control, after) || after.contains(control)
    return true
  }
  const later = controls.filter(isAfter)
  const earlier = controls.filter((control) => !isAfter(control)).reverse()
  return earlierFirst ? [...earlier, ...later] : [...later, ...earlier]
}

function isLater(one: Node, other: Node): boolean {
  return Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING)
}

/** Focuses a control. What is hidden, disabled or behind a dialog does not take it. */
function takesFocus(control: HTMLElement): boolean {
  control.focus({ preventScroll: true })
  return document.activeElement === control
}

function isFocusNowhere(): boolean {
  return document.activeElement === document.body
}

/**
 * Gives the focus to a neighbour when the control that has it leaves the page, so that keyboard and screen reader go on
 * there instead of at the top. Who focuses something else, such as navigation or a closing dialog (`useModal`), is not
 * disturbed.
 */
export function keepFocusInPlace(): () => void {
  let held: Place | undefined
  const isGone = () => held !== undefined && !held.element.isConnected

  function onFocusIn({ target }: FocusEvent) {
    held = target instanceof HTMLElement && target !== document.body ? placeOf(target) : undefined
  }

  // The focus was given up, unless the control only loses it because it is about to go or disabled.
  function onFocusOut() {
    queueMicrotask(() => {
      if (isFocusNowhere() && !isGone() && !held?.element.matches(':disabled')) held = undefined
    })
  }

  function recover() {
    if (!held || !isGone()) return
    const lost = held
    held = undefined
    const dialog = lost.element.closest('dialog')
    if (isFocusNowhere() && (dialog === null || dialog.isConnected)) focusNear(lost)
  }

  // Later: effects of the same update may focus something.
  const observer = new MutationObserver(() => {
    if (isGone()) setTimeout(recover)
  })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  observer.observe(document, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
    observer.disconnect()
    held = undefined
  }
}
