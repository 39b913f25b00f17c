import { HttpResponse, http } from 'msw'
import { startSession } from '@/shared/api/session.ts'
import type { Collection, Work } from '@/shared/api/types.ts'
import { makeCollection, makeDetail, makeUserInfo, makeWork, pageOf } from './factories.ts'
import { API, failure, server } from './server.ts'

/** A member's library in the test API. */
export interface Library {
  collections: Collection[]
  /** By work, the ids of its collections. */
  places: Map<string, string[]>
  liked: string[]
  works: Work[]
}

interface Form {
  status: number
  dataId: string
  cateIds?: string[]
}

const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })

/** Logs a member in and serves her library. */
export function serveMember(change: Partial<Library> = {}): Library {
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  return serveLibrary(change)
}

/** Serves a member's library with her token: collections, likes and works. */
export function serveLibrary(change: Partial<Library> = {}): Library {
  const library: Library = {
    collections: [makeCollection(1, { cateName: '默认收藏夹', isDefault: 1 })],
    places: new Map(),
    liked: [],
    works: Array.from({ length: 30 }, (_, index) => makeWork(index + 1)),
    ...change,
  }
  const shown = (ids: readonly string[], request: Request) =>
    HttpResponse.json(
      pageOf(
        library.works.filter((work) => ids.includes(work.id)),
        new URL(request.url).searchParams,
      ),
    )
  const place = (form: Form, ids: string[]) => {
    library.places.set(form.dataId, ids)
    return done({ data: { collect: ids.length > 0, cateIds: ids } })
  }
  server.use(
    http.get(`${API}/user/getInfo`, ({ request }) =>
      request.headers.get('Authorization') === 'Bearer access'
        ? HttpResponse.json(makeUserInfo())
        : failure(401, 401, '', { error: 'token_expired' }),
    ),
    http.get(`${API}/works/detail/:id`, ({ params }) => {
      const id = String(params.id)
      const work = library.works.find((known) => known.id === id)
      if (!work) return failure(404, 404, '')
      const collect = (library.places.get(id) ?? []).length > 0
      return HttpResponse.json(makeDetail(work, { collect, like: library.liked.includes(id) }))
    }),
    http.get(`${API}/user/collect/cate/list`, () =>
      done({ rows: library.collections, total: library.collections.length }),
    ),
    http.get(`${API}/user/collect/detail/list`, ({ request }) => {
      const cateId = new URL(request.url).searchParams.get('cateId')
      const here = [...library.places].filter(([, ids]) => (cateId ? ids.includes(cateId) : ids.length > 0))
      return shown(
        here.map(([id]) => id),
        request,
      )
    }),
    http.get(`${API}/user/like/detail/list`, ({ request }) => shown(library.liked, request)),
    http.get(`${API}/user/collect/:id`, ({ params }) => done({ data: library.places.get(String(params.id)) ?? [] })),
    http.post(`${API}/user/like`, async ({ request }) => {
      const form = (await request.json()) as Form
      library.liked = library.liked.filter((id) => id !== form.dataId)
      if (form.status === 0) library.liked.push(form.dataId)
      return done({ data: { like: form.status === 0, count: 1 } })
    }),
    http.post(`${API}/user/collect/adds`, async ({ request }) => {
      const form = (await request.json()) as Form
      return place(form, [library.collections[0]?.cateId ?? ''])
    }),
    http.post(`${API}/user/collect/edit`, async ({ request }) => {
      const form = (await request.json()) as Form
      return place(form, form.status === 0 ? (form.cateIds ?? []) : [])
    }),
    http.post(`${API}/user/collect/cate/`, async ({ request }) => {
      const made = makeCollection(library.collections.length + 1, (await request.json()) as Partial<Collection>)
      library.collections = [...library.collections, made]
      return done({ dataId: '', cateId: made.cateId, data: made })
    }),
    http.post(`${API}/user/collect/cate/:id/edit`, async ({ request, params }) => {
      const change = (await request.json()) as Partial<Collection>
      library.collections = library.collections.map((known) =>
        known.cateId === params.id ? { ...known, ...change } : known,
      )
      return done({ data: library.collections.find((known) => known.cateId === params.id) })
    }),
    http.post(`${API}/user/collect/cate/:id/delete`, ({ params }) => {
      library.collections = library.collections.filter((known) => known.cateId !== params.id)
      for (const [id, places] of library.places) {
        library.places.set(
          id,
          places.filter((place) => place !== params.id),
        )
      }
      return done()
    }),
    http.post(`${API}/user/logout`, () => done()),
  )
  return library
}

/** An answer that brings a new recovery code. */
export const NEW_CODE = { code: 200, msg: '', data: { recoveryCode: 'k7rx-w2qa-bcde-fghj-mnpq' } }
