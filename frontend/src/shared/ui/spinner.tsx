import { Loading } from 'vant-react'

/** A small waiting sign with a text that screen readers hear. */
export function Spinner({ text = '加载中' }: { text?: string }) {
  return (
    <div className="spinner" role="status">
      <Loading size="20px">{text}</Loading>
    </div>
  )
}
