import { useState } from 'react'
import { mediaUrl } from '@/shared/api/app-config.ts'
import { Button } from '@/shared/ui/button.tsx'
import PictureViewer, { type ViewerPicture } from '@/shared/ui/picture-viewer.tsx'
import { GalleryPart } from './gallery-part.tsx'

const BROKEN = 'data:image/png;base64,none'
const SEVERAL = [1, 2, 3, 4].map((still) => ({
  small: mediaUrl(`stills/11-${still}-small.svg`),
  big: mediaUrl(`stills/11-${still}-big.svg`),
}))

/** What the viewer may be given, by what one sees. */
const STATES: Record<string, readonly ViewerPicture[]> = {
  多张: SEVERAL,
  一张: SEVERAL.slice(0, 1),
  只有小图: SEVERAL.map(({ small }) => ({ small, big: BROKEN })),
  坏图: [{ small: BROKEN, big: BROKEN }],
}

/** The viewer takes the whole screen, so each state stands behind a button. */
export function GalleryViewer() {
  const [state, setState] = useState<string | null>(null)
  const [index, setIndex] = useState(0)
  const pictures = state === null ? undefined : STATES[state]

  function open(name: string) {
    setIndex(0)
    setState(name)
  }

  return (
    <GalleryPart name="PictureViewer">
      <div className="gallery-row">
        {Object.keys(STATES).map((name) => (
          <Button key={name} onClick={() => open(name)}>
            {name}
          </Button>
        ))}
      </div>
      {pictures && (
        <PictureViewer
          label="剧照"
          alt="剧照"
          pictures={pictures}
          index={index}
          onIndex={setIndex}
          onClose={() => setState(null)}
        />
      )}
    </GalleryPart>
  )
}
