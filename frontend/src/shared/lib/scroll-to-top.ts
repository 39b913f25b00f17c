/** Scrolls the page to its top, smoothly for those who do not mind. */
export function scrollToTop(): void {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  window.scrollTo({ top: 0, behavior: still ? 'auto' : 'smooth' })
}
