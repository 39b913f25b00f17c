/** Loads the page again. */
export function loadAgain(): void {
  window.location.reload()
}
