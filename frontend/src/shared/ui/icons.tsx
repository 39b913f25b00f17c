import type { ReactNode } from 'react'

/** The pictures the interface draws itself, on a 24-unit grid with a 1.75-unit line. */
export type IconName =
  | 'back'
  | 'bars'
  | 'bookmark'
  | 'building'
  | 'chat'
  | 'check'
  | 'chevron'
  | 'clapper'
  | 'clock'
  | 'close'
  | 'copies'
  | 'copy'
  | 'crown'
  | 'disc'
  | 'download'
  | 'edit'
  | 'expand'
  | 'eye'
  | 'eye-off'
  | 'film'
  | 'float'
  | 'flag'
  | 'globe'
  | 'heart'
  | 'help'
  | 'layers'
  | 'lock'
  | 'logout'
  | 'magnet'
  | 'menu'
  | 'pause'
  | 'people'
  | 'pin'
  | 'play'
  | 'plus'
  | 'receipt'
  | 'refresh'
  | 'replay'
  | 'search'
  | 'send'
  | 'shelf'
  | 'shield'
  | 'shrink'
  | 'sliders'
  | 'sort'
  | 'sound'
  | 'sound-off'
  | 'star'
  | 'ticket'
  | 'tiles'
  | 'trash'
  | 'unzoom'
  | 'upload'
  | 'user'
  | 'wallet'
  | 'zoom'

const SHAPES: Record<IconName, ReactNode> = {
  back: <path d="m14.5 5-7 7 7 7" />,
  bars: <path d="M5 20v-6.500h3.500V20M10.250 20V5h3.500v15M15.500 20v-10H19v10M3.500 20h17" />,
  bookmark: <path d="M6.500 4h11v16.500L12 16.300l-5.500 4.200z" />,
  building: <path d="M5 20.500V5.500l8-2v17M13 9.500l6 1.500v9.500M3.500 20.500h17M8 8.500h2M8 12h2M8 15.500h2" />,
  chat: <path d="M4 5h16v11.500h-8.500L7 20.500v-4H4zM8 9.500h8M8 12.500h5" />,
  chevron: <path d="m9.5 5 7 7-7 7" />,
  clapper: (
    <path d="M4 10h16v9.500H4zM4 10 19.300 5.200M4 10l-.7-2.600L18.500 3l.8 2.200M8.500 8.500 7 6.300M13.300 7l-1.500-2.200" />
  ),
  clock: <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 7.500V12l3 2" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  copies: <path d="M8 8h12v12H8zM5.500 16.500H4V4h12.500v1.500" />,
  copy: <path d="M9 9h11v11H9zM5 15H4V4h11v1" />,
  crown: <path d="m4 8 3.800 4L12 5l4.200 7L20 8l-1.600 10.500H5.600z" />,
  disc: (
    <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM12 6.500a5.500 5.500 0 0 1 5.500 5.500" />
  ),
  download: <path d="M12 4v11M7.500 10.750 12 15.250l4.500-4.500M4.500 19.500h15" />,
  edit: <path d="m4 20 .8-4L16 4.800l3.200 3.200L8 19.200zM13.800 7l3.200 3.200" />,
  eye: (
    <path d="M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />
  ),
  'eye-off': (
    <path d="M9.700 5.800A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a16 16 0 0 1-2.900 3.600M6 7.800A15.500 15.500 0 0 0 2.500 12S6 18.500 12 18.500a9 9 0 0 0 4-.9M10 10.100a3 3 0 0 0 4 4M4 4l16 16" />
  ),
  film: <path d="M4 5h16v14H4zM8 5v14M16 5v14M4 12h16M4 8.5h4M4 15.5h4M16 8.5h4M16 15.5h4" />,
  flag: <path d="M6 21V4h11.500l-2.500 4.250 2.500 4.250H6" />,
  globe: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18" />,
  heart: (
    <path d="M12 20C7 16 3.500 13 3.500 9.200A4.400 4.400 0 0 1 12 7.400a4.400 4.400 0 0 1 8.500 1.800C20.500 13 17 16 12 20Z" />
  ),
  layers: <path d="m12 3.5 9 4.7-9 4.7-9-4.700zM3.5 12.3 12 16.700l8.5-4.400M3.5 16.3 12 20.700l8.5-4.4" />,
  lock: <path d="M5.500 11h13v9h-13zM8.500 11V8a3.500 3.500 0 0 1 7 0v3" />,
  logout: <path d="M14 4.500H5v15h9M10 12h10.500M17 8.500l3.500 3.500-3.500 3.500" />,
  magnet: <path d="M5 4h4v8a3 3 0 0 0 6 0V4h4v8a7 7 0 0 1-14 0zM5 8h4M15 8h4" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  people: (
    <path d="M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7ZM2.500 19.500c.5-3.200 3.200-5 6.500-5s6 1.800 6.500 5M15.500 5.300a3.500 3.500 0 0 1 0 6.400M18 15c2 .7 3.200 2.300 3.500 4.500" />
  ),
  pin: <path d="M9 3.500h6l-.8 6.500 3.300 3v1.500h-11V13l3.300-3zM12 14.500v6" />,
  play: <path d="M8 5.500v13l11-6.500z" fill="currentColor" />,
  plus: <path d="M12 5v14M5 12h14" />,
  receipt: <path d="M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.300L20 9.200M20 4v5.200h-5.2" />,
  search: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5" />,
  send: <path d="M4 11.800 20 4l-5.500 16-3.300-6.800zM11.200 13.200 20 4" />,
  shelf: <path d="M4 4.500h4v15H4zM8 4.500h4v15H8zM13 5.500l3.800-1 3.700 14.500-3.800 1z" />,
  shield: <path d="M12 3.500 5 6v5.500c0 4.500 3 7.500 7 9 4-1.500 7-4.500 7-9V6zM9 12l2.200 2.200L15.200 10" />,
  star: <path d="m12 4 2.5 5.1 5.6.8-4 4 .9 5.6-5-2.7-5 2.7.9-5.6-4-4 5.6-.8z" fill="currentColor" />,
  tiles: <path d="M4 4h6.500v6.500H4zM13.500 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.500 13.500H20V20h-6.500z" />,
  trash: <path d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 13h9l1-13M10 11v5.500M14 11v5.500" />,
  unzoom: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.500 4.500M8 11h6" />,
  upload: <path d="M12 16V4.500M7.500 9 12 4.500 16.500 9M4.500 15.500v4h15v-4" />,
  user: <path d="M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.500c.6-3.8 3.7-6 7.5-6s6.9 2.2 7.5 6" />,
  wallet: <path d="M4 8v11h16V8zM4 8l12-3.500V8M15.500 13.500H20" />,
  zoom: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.500 4.500M8 11h6M11 8v6" />,
  check: <path d="m5 12.500 4.500 4.500L19 7.500" />,
  expand: <path d="M4.500 9V4.500H9M15 4.500h4.500V9M19.500 15v4.500H15M9 19.500H4.500V15" />,
  float: <path d="M20.500 11V5h-17v14H11M13.500 13.500h7.500V19h-7.500z" />,
  help: (
    <path d="M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM9.500 9.700a2.500 2.500 0 1 1 3.600 2.300c-.8.4-1.100.9-1.100 1.700M12 16.500v.1" />
  ),
  pause: <path d="M8 5.500v13M16 5.500v13" strokeWidth="3" />,
  replay: <path d="M4.500 12a7.500 7.500 0 1 0 2.200-5.300L4 9.200M4 4v5.200h5.200" />,
  shrink: <path d="M9 4.500V9H4.500M19.500 9H15V4.500M15 19.500V15h4.500M4.500 15H9v4.500" />,
  sliders: <path d="M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4" />,
  sort: <path d="m7.500 9.500 4.500-4.500 4.500 4.500M7.500 14.500l4.500 4.500 4.500-4.500" />,
  sound: (
    <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11" />
  ),
  'sound-off': <path d="M4 9.500v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5M21 9.500l-5 5" />,
  ticket: <path d="M3.500 6.500h17v3.700a2 2 0 0 0 0 3.600v3.700h-17v-3.700a2 2 0 0 0 0-3.600zM14.500 9v6" />,
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
