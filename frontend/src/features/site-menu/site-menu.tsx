import { useState } from 'react'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { Preferences } from './preferences.tsx'
import './site-menu.css'

/** One group of links in the menu. */
export interface SiteMenuGroup {
  label: string
  items: readonly { label: string; to: string }[]
}

interface SiteMenuProps {
  groups: readonly SiteMenuGroup[]
  onFollow: (to: string) => void
  onAskAge: () => void
  onLeave: () => void
}

/** The menu button and its sheet: every list of the site, the look, leaving at once, and taking back the age choice. */
export function SiteMenu({ groups, onFollow, onAskAge, onLeave }: SiteMenuProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="icon-button" aria-label="打开菜单" onClick={() => setOpen(true)}>
        <Icon name="menu" size={22} />
      </button>
      <Dialog title="菜单" open={open} onClose={() => setOpen(false)} shape="sheet">
        <nav aria-label="全部栏目">
          {groups.map((group) => (
            <section key={group.label} className="site-menu-group">
              <h3>{group.label}</h3>
              <ul>
                {group.items.map((item) => (
                  <li key={item.to}>
                    <a
                      href={item.to}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey || event.shiftKey) return
                        event.preventDefault()
                        setOpen(false)
                        onFollow(item.to)
                      }}
                    >
                      {item.label}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <Preferences />
        <div className="site-menu-ways">
          <button type="button" onClick={onAskAge}>
            撤回年龄确认
          </button>
          <button type="button" onClick={onLeave}>
            立即离开
          </button>
        </div>
      </Dialog>
    </>
  )
}
