import type { Import } from '@/shared/api/types.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ProgressBar } from '../kit/progress-bar.tsx'
import { stateName, timeLeft } from './import-labels.ts'

/** Progress of an import: lines, results, rate and remaining time. */
export function ImportProgress({ row, onStop }: { row: Import; onStop: () => void }) {
  const left = timeLeft(row)
  const figures = [
    { name: '行数', value: row.lines },
    { name: '新增', value: row.new },
    { name: '更新', value: row.updated },
    { name: '未变', value: row.unchanged },
    { name: '拒绝', value: row.refused },
    { name: '提醒', value: row.warnings },
    { name: '保留人工修改', value: row.keptWorks },
    { name: '行/秒', value: row.rate },
  ]
  return (
    <section className="import-card" aria-label={`导入 ${row.name}`}>
      <div className="import-title">
        <p className="import-file">{row.name}</p>
        <p className="admin-sub" role="status">
          {stateName(row)}
        </p>
      </div>
      <ProgressBar label="导入进度" value={row.readBytes} max={row.size} />
      <dl className="import-figures numeric">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString('zh-CN')}</dd>
          </div>
        ))}
      </dl>
      <div className="import-foot">
        <p className="admin-sub numeric">
          {row.state === 'queued' ? '前一个导入结束后开始' : left && `大约还要 ${left}`}
        </p>
        {row.cancelling === 0 && <Button onClick={onStop}>停止</Button>}
      </div>
    </section>
  )
}
