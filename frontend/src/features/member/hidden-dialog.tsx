import { Link } from 'react-router-dom'
import { useHiddenList, useSetHidden } from '@/entities/hidden/hidden-terms.ts'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { detailRelationPath } from '@/shared/config/paths.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import './hidden-dialog.css'

/** What this device, and the account with it, leaves out of lists, each with a button to show it again. */
export function HiddenDialog({ onClose }: { onClose: () => void }) {
  const terms = useHiddenList()
  const setHidden = useSetHidden()
  return (
    <Dialog title="不想看的内容" open onClose={onClose} shape="sheet">
      {terms.length === 0 ? (
        <EmptyView text="没有不想看的内容" hint="在类别或演员页面点“不想看”，列表就不再显示这些影片。" />
      ) : (
        <ul className="hidden-dialog">
          {terms.map((term) => (
            <li key={term.id}>
              <Link
                to={detailRelationPath(term.kind, channelOf(term.modId).name, term.id)}
                lang={nameLang(termName(term))}
                replace
              >
                {termName(term)}
                <span className="hidden-dialog-channel">{channelOf(term.modId).label}</span>
              </Link>
              <Button round aria-label={`恢复显示${termName(term)}`} onClick={() => void setHidden(term, false)}>
                恢复显示
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
