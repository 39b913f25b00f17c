import { Film } from 'lucide'
import { type CSSProperties, useState } from 'react'
import { mediaUrl } from '../api/app-config.ts'
import { Icon } from './icons.tsx'
import './cover.css'

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
  /** File size in pixels: small 480×320, big 1200×800. */
  size?: 'small' | 'big'
}

/** A 3:2 picture with a fixed box: colour, then picture, or a text if it is missing. */
export function Cover({ path, tint, fallback, alt = '', eager = false, size = 'small' }: CoverProps) {
  const [brokenPath, setBrokenPath] = useState<string | null>(null)
  const missing = path === '' || brokenPath === path
  const [width, height] = size === 'small' ? [480, 320] : [1200, 800]
  return (
    <span className="cover" style={{ '--tint': tint } as CSSProperties}>
      {missing ? (
        <span className="cover-fallback">
          <Icon of={Film} size={28} />
          {fallback}
        </span>
      ) : (
        <img
          src={mediaUrl(path)}
          alt={alt}
          width={width}
          height={height}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onError={() => setBrokenPath(path)}
        />
      )}
    </span>
  )
}
