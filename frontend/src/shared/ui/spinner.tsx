import { Loading } from 'vant-react/es/loading/index.js'

/** A loading indicator with a text for screen readers. */
export function Spinner({ text = '加载中' }: { text?: string }) {
  return (
    <div className="spinner" role="status">
      <Loading size="20px">{text}</Loading>
    </div>
  )
}
