import { PageTitle } from './page-title.tsx'
import { EmptyView } from './states.tsx'
import { WaysOn } from './ways-on.tsx'

/** The page of an unknown path. */
export function NotFound() {
  return (
    <div className="page">
      <PageTitle title="页面不存在" />
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyView text="访问资源不存在" hint="地址可能有误，或页面已经移走。">
        <WaysOn />
      </EmptyView>
    </div>
  )
}
