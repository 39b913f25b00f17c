import { useCallback, useRef, useState } from 'react'
import { type Preview, parsePreviews } from './previews.ts'

/** Pictures of the seek bar. */
export interface Previews {
  list: readonly Preview[]
  /** Fetches them, the first time that somebody looks. */
  load: () => void
}

const NONE: readonly Preview[] = []

/** The pictures that the file at `url` names; a film without, or one whose file is lost, has none. */
export function usePreviews(url: string | null): Previews {
  const [loaded, setLoaded] = useState({ url: '', list: NONE })
  const asked = useRef<string>(null)
  const load = useCallback(() => {
    if (url === null || asked.current === url) return
    asked.current = url
    void textOf(url).then((text) => setLoaded({ url, list: parsePreviews(text, url) }))
  }, [url])
  return { list: loaded.url === url ? loaded.list : NONE, load }
}

async function textOf(url: string): Promise<string> {
  try {
    const answer = await fetch(url)
    return answer.ok ? await answer.text() : ''
  } catch {
    return ''
  }
}
