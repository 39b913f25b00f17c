import { Link } from 'react-router-dom'
import { EmptyView } from '@/shared/ui/states.tsx'
import '@/shared/ui/chip.css'

/** A screen whose feature is not open yet: says so and offers a way on. */
export default function NotYetPage({ title }: { title: string }) {
  return (
    <div className="page">
      <h1 className="visually-hidden">{title}</h1>
      <EmptyView text={title} hint="此功能尚未开放。浏览、搜索与作品详情无需账号。">
        <Link to="/index" className="chip">
          返回首页
        </Link>
      </EmptyView>
    </div>
  )
}
