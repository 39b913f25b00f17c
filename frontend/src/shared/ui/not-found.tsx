import { Link } from 'react-router-dom'
import { PageTitle } from './page-title.tsx'
import { EmptyView } from './states.tsx'
import './chip.css'

/** The page of an unknown path. */
export function NotFound() {
  return (
    <div className="page">
      <PageTitle title="页面不存在" />
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyView text="访问资源不存在" hint="地址可能有误，或页面已经移走。">
        <Link to="/index" className="chip">
          返回首页
        </Link>
      </EmptyView>
    </div>
  )
}
