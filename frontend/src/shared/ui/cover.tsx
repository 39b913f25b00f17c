import { Film } from 'lucide'
import { type CSSProperties, useState } from 'react'
import { mediaSet, mediaUrl } from '../api/app-config.ts'
import { useNear } from '../lib/use-near.ts'
import { Icon } from './icons.tsx'
import './cover.css'

/** How wide covers are shown, for the choice of a copy; api/crates/server/src/pages/pictures.rs has the same. */
export const COVER_SIZES = {
  small: '(min-width: 1280px) 300px, (min-width: 768px) 240px, 50vw',
  big: '(min-width: 768px) min(60vw, 1200px), 100vw',
  thumb: '72px',
}

interface CoverProps {
  /** Path of the picture in the API. */
  path: string
  /** Placeholder colour; a neutral one by default. */
  tint?: string
  /** Text shown if the picture fails to load. */
  fallback: string
  /** Empty if the text beside it says the same. */
  alt?: string
  /** Loads at once instead of lazily. */
  eager?: boolean
  /** File size in pixels: small 480×320, big 1200×800; a thumb is a small one in a row of a table. */
  size?: 'small' | 'big' | 'thumb'
  /** Moves from the card to the work's page and back. */
  morphs?: boolean
}

/** A picture in a box of 3:2, where a portrait stands whole: colour, then picture, or a text if it is missing. */
export function Cover({ path, tint, fallback, alt = '', eager = false, size = 'small', morphs }: CoverProps) {
  const [brokenPath, setBrokenPath] = useState<string | null>(null)
  const [isPortrait, setPortrait] = useState(false)
  const [frame, near] = useNear<HTMLSpanElement>(eager)
  const missing = path === '' || brokenPath === path
  const [width, height] = size === 'big' ? [1200, 800] : [480, 320]
  return (
    <span className={morphs ? 'cover cover-morphs' : 'cover'} ref={frame} style={{ '--tint': tint } as CSSProperties}>
      {missing ? (
        <span className="cover-fallback">
          <Icon of={Film} size={28} />
          {fallback}
        </span>
      ) : (
        <img
          src={near ? mediaUrl(path) : undefined}
          srcSet={near ? mediaSet(path) : undefined}
          sizes={COVER_SIZES[size]}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          data-whole={isPortrait || undefined}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setPortrait(naturalWidth < naturalHeight)}
          onError={() => setBrokenPath(path)}
        />
      )}
    </span>
  )
}
