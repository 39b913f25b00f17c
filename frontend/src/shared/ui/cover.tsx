import { Film } from 'lucide'
import { type CSSProperties, useState } from 'react'
import { mediaUrl } from '../api/app-config.ts'
import { Icon } from './icons.tsx'
import './cover.css'

interface CoverProps {
  /** Picture path as the API gives it. */
  path: string
  /** Dominant colour shown until the picture is there; a neutral ground where it is not known. */
  tint?: string
  /** Stands in for a picture that cannot be loaded. */
  fallback: string
  /** Empty when the text beside it says the same. */
  alt?: string
  /** Loaded at once instead of near the screen. */
  eager?: boolean
  /** Pixels of the file: small 480×320, big 1200×800. */
  size?: 'small' | 'big'
}

/** A 3:2 picture whose box never changes: colour first, then the picture, or its name when it is missing. */
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
