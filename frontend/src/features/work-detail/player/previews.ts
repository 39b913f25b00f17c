/** A picture of the seek bar: a part of a file. */
export interface Preview {
  /** From this second. */
  from: number
  url: string
  left: number
  top: number
  width: number
  height: number
}

/** A WebVTT cue whose text is a part of a picture. */
const CUE = /(\d+):(\d\d):(\d\d(?:\.\d+)?) -->[^\n]*\n(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)/g

/** The pictures that a WebVTT at `address` names, in the order of their times. */
export function parsePreviews(text: string, address: string): Preview[] {
  return Array.from(text.replaceAll('\r', '').matchAll(CUE), ([, hours, minutes, seconds, file, ...box]) => {
    const [left = 0, top = 0, width = 0, height = 0] = box.map(Number)
    const from = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    return { from, url: new URL(file ?? '', address).href, left, top, width, height }
  })
}

/** The picture of a second. */
export function previewAt(previews: readonly Preview[], seconds: number): Preview | undefined {
  const next = previews.findIndex(({ from }) => from > seconds)
  return next < 0 ? previews[previews.length - 1] : previews[Math.max(next - 1, 0)]
}
