import { useDeferredValue } from 'react'

/**
 * What came from the server, for something that takes a phone longer to draw than a frame: it is drawn in slices, and presses
 * are answered in between. What is there at the first drawing is drawn with it.
 */
export function useInSlices<Data>(data: Data | undefined): Data | undefined {
  const drawn = useDeferredValue(data)
  return data === undefined ? undefined : drawn
}
