import { type KeyHelp, PLAYER_KEYS, SITE_KEYS } from '@/shared/config/keys.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'
import './keys-dialog.css'

/** All keys of the site and of its player (R1.33). */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="键盘操作" open onClose={onClose} shape="sheet">
      <Keys heading="全站" rows={SITE_KEYS} />
      <Keys heading="播放器" rows={PLAYER_KEYS} />
    </Dialog>
  )
}

function Keys({ heading, rows }: { heading: string; rows: KeyHelp }) {
  return (
    <section className="keys-dialog">
      <h3>{heading}</h3>
      <dl>
        {rows.map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
