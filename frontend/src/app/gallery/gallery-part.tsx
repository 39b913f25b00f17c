import type { ReactNode } from 'react'

/** One component of the gallery under its name. */
export function GalleryPart({ name, children, still }: { name: string; children: ReactNode; still?: boolean }) {
  return (
    <section className={still ? 'gallery-part gallery-still' : 'gallery-part'} aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  )
}
