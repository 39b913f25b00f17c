import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { GalleryAdmin } from './gallery-admin.tsx'
import { GalleryEntities } from './gallery-entities.tsx'
import { GalleryLists } from './gallery-lists.tsx'
import { GalleryMember } from './gallery-member.tsx'
import { GalleryParts } from './gallery-parts.tsx'
import { GalleryShop } from './gallery-shop.tsx'
import { GalleryViewer } from './gallery-viewer.tsx'
import './gallery.css'

const THEMES = ['dark', 'light'] as const
const PATH = '/dev/gallery'

/** /dev/gallery, on the development server only: every component in every state, in both themes side by side. */
export default function GalleryPage() {
  const theme = new URLSearchParams(useLocation().search).get('theme')
  if (theme) return <GalleryTheme theme={theme} />
  return (
    <div className="gallery">
      <h1 className="visually-hidden">组件</h1>
      {THEMES.map((name) => (
        <iframe key={name} title={name} src={`${PATH}?theme=${name}`} />
      ))}
    </div>
  )
}

/** One theme in a window of its own, so that dialogs, toasts and the theme itself are the real ones. */
function GalleryTheme({ theme }: { theme: string }) {
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    setIsSet(true)
  }, [theme])
  if (!isSet) return null
  return (
    <div className="page gallery-page">
      <h1>{theme}</h1>
      <GalleryParts />
      <GalleryEntities />
      <GalleryLists />
      <GalleryMember />
      <GalleryShop />
      <GalleryAdmin />
      <GalleryViewer />
    </div>
  )
}
