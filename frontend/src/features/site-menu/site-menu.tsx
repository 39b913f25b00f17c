import { ChevronRight, Menu } from 'lucide'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { Preferences } from './preferences.tsx'
import '@/shared/ui/icon-button.css'
import './site-menu.css'

/** One link of the menu. */
export interface SiteMenuEntry {
  label: string
  to: string
}

/** A collapsible group of links. */
export interface SiteMenuGroup {
  label: string
  items: readonly SiteMenuEntry[]
}

interface SiteMenuProps {
  /** Links without a group, at the top. */
  entries: readonly SiteMenuEntry[]
  groups: readonly SiteMenuGroup[]
  /** Opens a link in the place of the menu. */
  onFollow: (to: string) => void
  /** Shows the list of keys. */
  onKeys: () => void
  onAskAge: () => void
  onLeave: () => void
}

/** The menu button and its sheet: other lists, appearance, quick exit, and withdrawal of the age confirmation. */
export function SiteMenu({ entries, groups, onFollow, onKeys, onAskAge, onLeave }: SiteMenuProps) {
  const sheet = useUrlDialog('sheet')
  const open = sheet.value === 'menu'
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="打开菜单"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => sheet.open('menu')}
      >
        <Icon of={Menu} size={22} />
      </button>
      <Dialog title="菜单" open={open} onClose={sheet.close} shape="sheet">
        <nav aria-label="全部栏目" className="site-menu-group">
          <Entries items={entries} onFollow={onFollow} />
          {groups.map((group) => (
            <details key={group.label} className="site-menu-channel">
              <summary>
                {group.label}
                <Icon of={ChevronRight} size={16} />
              </summary>
              <Entries items={group.items} onFollow={onFollow} />
            </details>
          ))}
        </nav>
        <Preferences />
        <div className="site-menu-actions">
          <button
            type="button"
            className="site-menu-keys"
            onClick={() => {
              sheet.close()
              onKeys()
            }}
          >
            键盘操作
          </button>
          <button
            type="button"
            onClick={() => {
              sheet.close()
              onAskAge()
            }}
          >
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

function Entries({ items, onFollow }: { items: readonly SiteMenuEntry[]; onFollow: (to: string) => void }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.to}>
          <a
            href={item.to}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onFollow(item.to)
            }}
          >
            {item.label}
          </a>
        </li>
      ))}
    </ul>
  )
}
