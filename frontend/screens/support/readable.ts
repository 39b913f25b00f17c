import type { Page } from '@playwright/test'

/** What stands over scrolled content because it is meant to: the frame of every page, and what floats. */
const OVER_CONTENT = [
  '.header',
  '.tab-bar',
  '.channel-menu',
  '.detail-title',
  '.detail .link-tabs',
  '.back-to-top',
  '.work-row-arrow',
  '.toast-host',
  '.collect-notice',
  '.pay-footer',
  '.dialog-actions',
  '.filters-popover',
  '.bare-bar',
  '.admin-frame-side',
  '.admin-frame-nav',
]
/** Pictures that carry words: both belong to the same one of these. */
const WORDS_ON_PICTURES = ['.work-card-cover', '.hero', '.detail-cover', '.cover', '.viewer', '.player']
/** Text that may end in the middle of a word: hashes, addresses, keys and codes. */
const BREAKABLE = ['code', 'pre', '.magnet-hash', '[data-breakable]', 'textarea']

/** So much of the window is passed at a time while a page is scrolled to its end. */
const STEP = 0.8
const MOST_STEPS = 14

/**
 * Scrolls the page (or what is open over it) to its end and tells what a reader would stumble over: text that lies under
 * something else or over a picture, words cut in two, and text that ends without a sign.
 */
export async function unreadable(page: Page): Promise<string[]> {
  const found = new Set<string>()
  await page.evaluate(() => scrollPartTo(0))
  for (let step = 0; step < MOST_STEPS; step++) {
    const rules = { over: OVER_CONTENT.join(), pictures: WORDS_ON_PICTURES.join(), breakable: BREAKABLE.join() }
    for (const problem of await page.evaluate((given) => lookAt(given), rules)) found.add(problem)
    if (await page.evaluate((part) => scrollPartOn(part), STEP)) break
  }
  await page.evaluate(() => scrollPartTo(0))
  return [...found]
}

interface Rules {
  over: string
  pictures: string
  breakable: string
}

/** A text and where its lines are. */
interface Said {
  element: Element
  node: Text
  lines: DOMRect[]
}

declare function lookAt(rules: Rules): string[]
declare function scrollPartTo(top: number): void
declare function scrollPartOn(part: number): boolean

/** Puts the eyes of {@link unreadable} into every page that is opened from now on. */
export async function watchReading(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const modal = () => [...document.querySelectorAll('dialog')].findLast((dialog) => dialog.matches(':modal'))
    const part = () => modal() ?? document.scrollingElement ?? document.documentElement

    function nameOf(element: Element): string {
      const own = element.className.toString().split(' ')[0]
      const near = element.closest('[class]')?.className.toString().split(' ')[0]
      return `<${element.tagName.toLowerCase()}${own ? `.${own}` : ` in .${near}`}>`
    }

    const inSight = (lines: readonly DOMRect[]) => lines.some(({ bottom, top }) => bottom > 0 && top < innerHeight)
    const isHidden = (element: Element) =>
      element.closest('.visually-hidden:not(.seen-wide), .skip-link, script, style') !== null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

    /** Visible texts in the window, with their lines. */
    function texts(): Said[] {
      const root = modal() ?? document.body
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const found: Said[] = []
      for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
        const element = node.parentElement
        if (!element || !node.data.trim() || isHidden(element)) continue
        const range = document.createRange()
        range.selectNodeContents(node)
        const lines = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
        if (inSight(lines)) found.push({ element, node, lines })
      }
      return found
    }

    const cuts = (overflow: string) => /hidden|clip/.test(overflow)
    const scrolls = (overflow: string) => /auto|scroll/.test(overflow)
    const endsInDots = (style: CSSStyleDeclaration) =>
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.clipPath !== 'none'

    /** Whether a line leaves a box that cuts off what leaves it. */
    function leaves(line: DOMRect, box: Element, style: CSSStyleDeclaration, size: number): boolean {
      const edge = box.getBoundingClientRect()
      // A font's line may be half as high again as its letters.
      const air = Math.max(4, (line.height - size) / 2 + 1)
      const wide = line.left < edge.left - 1.5 || line.right > edge.right + 1.5
      const high = line.top < edge.top - air || line.bottom > edge.bottom + air
      return (cuts(style.overflowX) && wide) || (cuts(style.overflowY) && high)
    }

    /** The box that cuts a line off, if there is one that neither scrolls nor ends in dots. */
    function cutBy(element: Element, line: DOMRect): Element | null {
      const size = Number.parseFloat(getComputedStyle(element).fontSize)
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box)
        if (scrolls(style.overflow) || endsInDots(style)) return null
        if (leaves(line, box, style, size)) return box
      }
      return null
    }

    function brokenWord(node: Text): string | null {
      for (const { 0: word, index } of node.data.matchAll(/[A-Za-z0-9]{2,}/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (new Set(parts.map(({ top }) => Math.round(top))).size > 1) return word
      }
      return null
    }

    function placeholders(): string[] {
      const brush = document.createElement('canvas').getContext('2d')
      const root = modal() ?? document.body
      return [...root.querySelectorAll<HTMLInputElement>('input[placeholder]')].flatMap((input) => {
        if (!brush || input.value || !input.checkVisibility()) return []
        const style = getComputedStyle(input, '::placeholder')
        brush.font = `${style.fontSize} ${style.fontFamily}`
        const { paddingLeft, paddingRight } = getComputedStyle(input)
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        return brush.measureText(input.placeholder).width > room + 1 ? [`placeholder cut: ${input.placeholder}`] : []
      })
    }

    /** What lies at the middle of a line, topmost first; nothing when that is out of sight. */
    function pileAt({ left, top, width, height }: DOMRect): Element[] {
      return document.elementsFromPoint(left + width / 2, top + height / 2)
    }

    /** What covers a text, if it is neither part of the same thing nor meant to. */
    function coverOf(element: Element, pile: readonly Element[], over: string): Element | null {
      const top = pile[0]
      // Out of sight in a box that scrolls by itself.
      if (!top || !pile.includes(element)) return null
      // Scrolled under the page's frame.
      const frame = top.closest(over)
      if (frame && !frame.contains(element)) return null
      const one = top.contains(element) || element.contains(top) || top.closest('a, button, label')?.contains(element)
      return one ? null : top
    }

    const isGround = (element: Element) => {
      const paint = getComputedStyle(element).backgroundColor
      return element.matches('dialog') || !/^rgba\(.*, 0(\.\d+)?\)$|^transparent$/.test(paint)
    }

    /** Whether a text stands on a picture that it does not belong to, without a ground of its own. */
    function isOverPicture(element: Element, pile: readonly Element[], rules: Rules): boolean {
      const picture = pile.find((other) => other.matches('img, video'))
      if (!picture || element.closest(rules.over) || !pile.includes(element)) return false
      const frames = [...document.querySelectorAll(rules.pictures)]
      if (frames.some((frame) => frame.contains(picture) && frame.contains(element))) return false
      return !pile.slice(0, pile.indexOf(picture)).some(isGround)
    }

    function lookAtLine(said: string, element: Element, line: DOMRect, rules: Rules): string[] {
      const box = cutBy(element, line)
      if (box) return [`cut off by ${nameOf(box)}: ${said}`]
      const pile = pileAt(line)
      const cover = coverOf(element, pile, rules.over)
      if (cover) return [`under ${nameOf(cover)}: ${said}`]
      return isOverPicture(element, pile, rules) ? [`over a picture: ${said}`] : []
    }

    function look(rules: Rules): string[] {
      const wider = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth
      const page = wider > 0 ? [`${wider} px wider than the window`] : []
      const read = texts().flatMap(({ element, node, lines }) => {
        const said = `“${node.data.trim().slice(0, 24)}” ${nameOf(element)}`
        const word = element.closest(rules.breakable) ? null : brokenWord(node)
        const broken = word ? [`broken word ${word}: ${said}`] : []
        return [...broken, ...lines.flatMap((line) => lookAtLine(said, element, line, rules))]
      })
      return [...page, ...placeholders(), ...read]
    }

    Object.assign(window, {
      lookAt: look,
      scrollPartTo: (top: number) => part().scrollTo(0, top),
      scrollPartOn: (share: number) => {
        const scrolled = part()
        const before = scrolled.scrollTop
        scrolled.scrollTo(0, before + scrolled.clientHeight * share)
        return scrolled.scrollTop <= before + 1
      },
    })
  })
}
