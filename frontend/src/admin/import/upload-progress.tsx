import { formatSize } from '@/shared/lib/format.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ProgressBar } from '../kit/progress-bar.tsx'
import { forgetUpload, pauseUpload, retryUpload, type UploadTask } from './upload-task.ts'

const STATES: Record<UploadTask['state'], string> = {
  sending: '正在上传',
  waiting: '连接断开，正在重试',
  starting: '上传完成，正在核对文件',
  stopped: '已暂停',
}

/** Progress of this window's upload. */
export function UploadProgress({ task }: { task: UploadTask }) {
  const { name, sent, size, state, problem } = task
  return (
    <section className="import-card" aria-label="上传">
      <div className="import-title">
        <p className="import-file">{name}</p>
        <p className="admin-sub" role="status">
          {problem ? '上传停下了' : STATES[state]}
        </p>
      </div>
      <ProgressBar label="上传进度" value={sent} max={size} />
      {problem && (
        <p className="field-note field-error" role="alert">
          {problem}
        </p>
      )}
      <div className="import-foot">
        <p className="admin-sub numeric">
          {formatSize(sent)} / {formatSize(size)}
          <span className="import-stay">上传时请不要关闭这个窗口，可以去别的页面</span>
        </p>
        <div className="admin-actions">
          {state === 'stopped' && (
            <Button primary onClick={retryUpload}>
              {problem ? '重试' : '继续'}
            </Button>
          )}
          {state === 'stopped' && <Button onClick={forgetUpload}>关闭</Button>}
          {(state === 'sending' || state === 'waiting') && <Button onClick={pauseUpload}>暂停</Button>}
        </div>
      </div>
    </section>
  )
}
