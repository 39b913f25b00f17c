import { apiPost } from '@/shared/api/http.ts'
import type { Work } from '@/shared/api/types.ts'
import type { StreamFailure } from './attach-stream.ts'
import { lineName } from './lines.ts'

/** What operators read. */
const CAUSES: Record<StreamFailure, string> = {
  broken: '无法连接或文件损坏',
  unsupported: '浏览器不能播放这种编码格式',
}

/** Tells operators, once, that a line of a film has failed for good. Without a network, that says nothing about the film. */
export class FailureReport {
  #isSent = false

  send(work: Work, line: number, why: StreamFailure): void {
    if (this.#isSent || !navigator.onLine) return
    this.#isSent = true
    const detail = `自动报告：${lineName(line)} 播放失败，${CAUSES[why]}`
    const body = { dataId: work.id, reason: 'other', detail } as const
    void apiPost('/v2/report', { body, silent: true }).catch(() => undefined)
  }
}
