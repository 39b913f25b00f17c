import { reportWork } from '@/entities/report/api.ts'
import { PLAYBACK } from '@/entities/report/reasons.ts'
import type { Work } from '@/shared/api/types.ts'
import type { StreamFailure } from './attach-stream.ts'
import { sourceName } from './sources.ts'

/** What operators read. */
const CAUSES: Record<StreamFailure, string> = {
  broken: '无法连接或文件损坏',
  unsupported: '浏览器不能播放这种编码格式',
}

/** Tells operators, once, that a source of a film has failed for good. Without a network, that says nothing about the film. */
export class FailureReport {
  #isSent = false

  send(work: Work, source: number, why: StreamFailure): void {
    if (this.#isSent || !navigator.onLine) return
    this.#isSent = true
    const detail = `${sourceName(source)}：${CAUSES[why]}`
    void reportWork({ dataId: work.id, reason: PLAYBACK, detail }, { silent: true }).catch(() => undefined)
  }
}
