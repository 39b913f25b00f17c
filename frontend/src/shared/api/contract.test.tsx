import { expect, expectTypeOf, it } from 'vitest'
import type { QueryOf, Schemas, SortFieldOf } from './contract.ts'
import { apiGet, apiPost, apiPostBytes, apiText } from './http.ts'

/** Never called: the compiler reads it, and each `@ts-expect-error` fails when what follows is accepted. */
function checkedByTheCompiler() {
  const bytes = new Uint8Array(1)

  expectTypeOf(apiGet('/v2/works/detail/{id}', { path: { id: '1' } })).resolves.toEqualTypeOf<Schemas['WorkDetail']>()
  expectTypeOf(apiGet('/v2/user/collect/cate/list')).resolves.toHaveProperty('rows')
  expectTypeOf(apiPost('/v2/orders/cancel', { body: { orderId: '1' } })).resolves.toEqualTypeOf<
    Schemas['Data_OrderState']
  >()
  void apiGet('/admin/orders', { query: { status: '3', channel: '', sort: 'price', pageNum: 1 } })
  void apiPostBytes('/admin/imports/{id}/part', { path: { id: '1' }, query: { offset: 0 }, body: bytes })
  void apiText('/admin/imports/{id}/refused', { path: { id: '1' } })
  expectTypeOf<SortFieldOf<'/admin/orders'>>().toEqualTypeOf<'price' | 'createTime' | 'paidTime'>()
  expectTypeOf<QueryOf<'/admin/orders'>['keyword']>().toEqualTypeOf<string | null | undefined>()

  // @ts-expect-error no such path
  void apiGet('/v2/works/detail')
  // @ts-expect-error the path has no GET
  void apiGet('/v2/orders/cancel')
  // @ts-expect-error the path has no POST
  void apiPost('/v2/works/detail/list')
  // @ts-expect-error the path's value is missing
  void apiGet('/v2/works/detail/{id}')
  // @ts-expect-error another name of the path's value
  void apiGet('/v2/works/detail/{id}', { path: { workId: '1' } })
  // @ts-expect-error a path without values
  void apiGet('/v2/works/detail/list', { path: { id: '1' } })
  // @ts-expect-error no such parameter
  void apiGet('/admin/orders', { query: { page: 1 } })
  // @ts-expect-error no such value of a parameter
  void apiGet('/admin/orders', { query: { sort: 'userName' } })
  // @ts-expect-error a parameter that must be there
  void apiGet('/v2/dht/list', { query: { pageNum: 1 } })
  // @ts-expect-error the body is missing
  void apiPost('/v2/orders/cancel')
  // @ts-expect-error a field of the body is missing
  void apiPost('/v2/orders/cancel', { body: {} })
  // @ts-expect-error no such field of the body
  void apiPost('/v2/orders/cancel', { body: { orderId: '1', reason: 'late' } })
  // @ts-expect-error a field of another type
  void apiPost('/v2/orders/cancel', { body: { orderId: 1 } })
  // @ts-expect-error the path takes JSON
  void apiPostBytes('/v2/orders/cancel', { body: bytes })
  // @ts-expect-error the answer is no text
  void apiText('/v2/works/detail/list')
}

it('calls that the contract does not know fail to compile', () => {
  expect(checkedByTheCompiler).toBeInstanceOf(Function)
})
