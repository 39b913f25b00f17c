import { Copy } from 'lucide'
import type { Magnet } from '@/shared/api/types.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { useCopyAll } from './use-copy-all.ts'
import type { MagnetCopying } from './use-magnet-copy.ts'
import '@/shared/ui/chip.css'

interface CopyAllProps {
  magnets: readonly Magnet[]
  unlimited: boolean
  copying: MagnetCopying
}

/** The button 全部复制, which says before how many copies it takes (R5.12). */
export function CopyAll({ magnets, unlimited, copying }: CopyAllProps) {
  const all = useCopyAll({
    magnets,
    unlimited,
    linkOf: copying.linkOf,
    onRefused: copying.refuse,
    onByHand: copying.offerByHand,
  })

  return (
    <>
      <button type="button" className="chip" aria-disabled={all.busy || undefined} onClick={all.start}>
        <Icon of={Copy} size={16} />
        {all.busy ? '复制中' : '全部复制'}
      </button>
      <ConfirmDialog
        title="全部复制"
        confirm="复制"
        open={all.asking}
        busy={all.busy}
        onConfirm={all.confirm}
        onClose={all.cancel}
      >
        {question(magnets.length, all.locked, all.allowed)}
      </ConfirmDialog>
    </>
  )
}

/** What will be copied, and what it takes of the day's copies. */
function question(count: number, locked: number, allowed: number): string {
  const uses = `将使用今日 ${allowed} 次复制次数`
  if (allowed === locked) return `共 ${count} 条链接，${uses}。`
  return `共 ${count} 条链接，今日还可复制 ${allowed} 次，因此只复制其中 ${count - locked + allowed} 条，${uses}。`
}
