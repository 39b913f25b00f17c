import type { ReactNode } from 'react'

/** The pictures the interface draws itself, on a 24-unit grid with a 1.75-unit line. */
export type IconName =
  | 'back'
  | 'chevron'
  | 'close'
  | 'copy'
  | 'film'
  | 'globe'
  | 'layers'
  | 'magnet'
  | 'menu'
  | 'play'
  | 'refresh'
  | 'search'
  | 'star'
  | 'unzoom'
  | 'user'
  | 'zoom'

const SHAPES: Record<IconName, ReactNode> = {
  back: <path d="m14.5 5-7 7 7 7" />,
  chevron: <path d="m9.5 5 7 7-7 7" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  film: <path d="M4 5h16v14H4zM8 5v14M16 5v14M4 12h16M4 8.5h4M4 15.5h4M16 8.5h4M16 15.5h4" />,
  globe: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18" />,
  layers: <path d="m12 3.5 9 4.7-9 4.7-9-4.700zM3.5 12.3 12 16.700l8.5-4.400M3.5 16.3 12 20.700l8.5-4.4" />,
  magnet: <path d="M5 4h4v8a3 3 0 0 0 6 0V4h4v8a7 7 0 0 1-14 0zM5 8h4M15 8h4" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  play: <path d="M8 5.500v13l11-6.500z" fill="currentColor" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.300L20 9.200M20 4v5.200h-5.2" />,
  search: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5" />,
  star: <path d="m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z" fill="currentColor" />,
  unzoom: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.500 4.500M8 11h6" />,
  user: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.500c.6-3.8 3.7-6 7.5-6s6.9 2.2 7.5 6" />,
  zoom: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.500 4.500M8 11h6M11 8v6" />,
}

/** A decorative icon in the colour of the text around it; name its control yourself. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  )
}
