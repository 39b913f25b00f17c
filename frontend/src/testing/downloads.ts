import { HttpResponse, http } from 'msw'
import type { OwnDownload } from '@/shared/api/types.ts'
import { makeUserInfo, makeWork } from './factories.ts'
import { serveMember } from './member.ts'
import { API, server } from './server.ts'

/** The hash of a link; the number makes it. */
export const hashOf = (index: number) => index.toString(16).padStart(40, '0')

/** A request for a work; the number makes both. */
export function makeDownload(index: number, change: Partial<OwnDownload> = {}): OwnDownload {
  return {
    id: `${930000000000000000n + BigInt(index)}`,
    work: makeWork(index),
    infoHash: hashOf(index),
    status: 'open',
    createTime: '2026-11-21 08:00:00',
    unread: false,
    ...change,
  }
}

/** Logs a VIP member in, whose requests these are; they are read as the API reads them, and asking adds one. */
export function serveDownloads(downloads: OwnDownload[]) {
  serveMember()
  const level = { levelId: 2, groupName: 'VIP会员', groupLevel: 2 }
  const kept = { downloads }
  server.use(
    http.get(`${API}/user/getInfo`, () => {
      const decided = kept.downloads.filter(({ unread }) => unread).length
      return HttpResponse.json(makeUserInfo({ level, decided }))
    }),
    http.get(`${API}/user/downloads`, ({ request }) => {
      const query = new URL(request.url).searchParams
      const workId = query.get('dataId')
      const [number, size] = ['pageNum', 'pageSize'].map((name) => Number(query.get(name))) as [number, number]
      const all = kept.downloads.filter(({ work }) => !workId || work.id === workId)
      const rows = all.slice((number - 1) * size, number * size)
      const read = new Set(workId ? [] : rows)
      kept.downloads = kept.downloads.map((one) => (read.has(one) ? { ...one, unread: false } : one))
      return HttpResponse.json({ code: 200, msg: '', rows, total: all.length })
    }),
    http.post('*/prod-api/web/cloud/file/download', async ({ request }) => {
      const { url } = (await request.clone().json()) as { url: string }
      const infoHash = /btih:([0-9a-f]{40})/.exec(url)?.[1] ?? ''
      kept.downloads = [makeDownload(1, { infoHash }), ...kept.downloads]
      return HttpResponse.json({ code: 200, msg: '已提交' })
    }),
  )
  return kept
}
