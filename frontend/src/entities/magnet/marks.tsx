import type { Schemas } from '@/shared/api/contract.ts'
import { Badge } from '@/shared/ui/badge.tsx'

const LABELS: Record<Schemas['Mark'], string> = { subtitle: '字幕', '4k': '4K', lossless: '无损' }

/** What the name of a magnet says about its copy, as badges (R5.11). */
export function Marks({ marks }: { marks: readonly Schemas['Mark'][] }) {
  return marks.map((mark) => (
    <Badge key={mark} tone="quiet">
      {LABELS[mark]}
    </Badge>
  ))
}
