import { PLAYER_KEYS } from '@/shared/config/keys.ts'
import { Dialog } from '@/shared/ui/dialog.tsx'

const GESTURES: readonly (readonly [gesture: string, does: string])[] = [
  ['双击两侧', '后退或快进 10 秒，连续点击累加'],
  ['长按画面', '2 倍速播放，松开恢复'],
  ['单击画面', '触屏显示或隐藏按钮，鼠标播放或暂停'],
]

/** Help on keys and gestures. */
export function PlayerHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog title="操作说明" open={open} onClose={onClose} shape="sheet">
      <HelpList heading="手势" rows={GESTURES} />
      <HelpList heading="键盘" rows={PLAYER_KEYS} />
    </Dialog>
  )
}

function HelpList({ heading, rows }: { heading: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section className="player-help">
      <h3>{heading}</h3>
      <dl>
        {rows.map(([what, does]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
