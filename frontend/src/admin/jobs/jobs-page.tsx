import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Job } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, TwoLines, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { ProgressBar } from '../kit/progress-bar.tsx'
import { known } from '../kit/table-params.ts'
import { useAction } from '../kit/use-action.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { AgainDialog } from './again-dialog.tsx'
import { changeJobs, JOBS_KEY, jobsOptions } from './api.ts'
import { ChangeDialog, type JobsChange } from './change-dialog.tsx'
import { JOB_STATES, kindLabel, noteOf, stateLabel } from './job-labels.ts'
import './jobs.css'

const FACTS: readonly Column<Job>[] = [
  {
    name: '文件',
    cell: (job) => (
      <>
        <span className="jobs-name">{job.name}</span>
        <span className="admin-sub">{kindLabel(job)}</span>
      </>
    ),
  },
  {
    name: '状态',
    wide: true,
    cell: (job) => {
      const note = noteOf(job)
      return (
        <>
          <Badge tone={job.state === 'failed' ? 'accent' : 'quiet'}>{stateLabel(job)}</Badge>
          {note !== '' && <span className="admin-sub jobs-note">{note}</span>}
        </>
      )
    },
  },
  {
    name: '进度',
    wide: true,
    cell: ({ name, progress }) =>
      progress === undefined ? '—' : <ProgressBar label={`${name} 的进度`} value={progress} max={100} />,
  },
  {
    name: '创建',
    wide: true,
    cell: ({ operator, createTime }) => <TwoLines first={operator || '系统'} second={createTime} />,
  },
  timeColumn('结束时间', ({ endTime }) => endTime),
]

/** Imports and films: how far each is, and what can be done with it. */
export default function JobsPage() {
  const table = useTableParams()
  const [change, setChange] = useState<JobsChange | null>(null)
  const [repeated, setRepeated] = useState<Job | null>(null)
  const state = known(JOB_STATES, table.value('state'))
  const list = useQuery(jobsOptions({ page: table.page, ...(state && { state }) }))
  const importAgain = useAction({
    run: (job: Job) => changeJobs('again', [job]),
    refresh: [JOBS_KEY],
    done: '已排队',
  })
  const actions = actionsColumn<Job>(
    ({ name }) => name,
    (job) => [
      ...(job.steps.includes('cancel') ? [['取消', () => setChange({ step: 'cancel', jobs: [job] })] as const] : []),
      ...(job.steps.includes('again')
        ? [['重新运行', () => (job.kind === 'film' ? setRepeated(job) : importAgain.mutate(job))] as const]
        : []),
      ...(job.steps.includes('delete') ? [['清除', () => setChange({ step: 'delete', jobs: [job] })] as const] : []),
    ],
  )
  const ended = list.data?.rows.filter(({ steps }) => steps.includes('delete')) ?? []

  return (
    <ListPage
      title="任务"
      head={
        ended.length > 0 && <Button onClick={() => setChange({ step: 'delete', jobs: ended })}>清除本页已结束的</Button>
      }
      table={table}
      filters={[{ label: '状态', name: 'state', choices: JOB_STATES }]}
      list={list}
      columns={[...FACTS, actions]}
      empty={JOB_STATES.find(({ value }) => value === state)?.empty ?? ''}
    >
      {repeated && <AgainDialog job={repeated} onClose={() => setRepeated(null)} />}
      {change && <ChangeDialog {...change} onClose={() => setChange(null)} />}
    </ListPage>
  )
}
