import './works-list.css'

interface ListTotalProps {
  /** Number of works in the list; `undefined` while loading. */
  total: number | undefined
  /** Number of works that the magnet filter keeps back; `undefined` while that is not known, `null` where there is no filter. */
  kept: number | null | undefined
  onShowAll: () => void
}

/** How many works a list has, and how many more there are without magnets (R2.5). The room for that is there before it is known. */
export function ListTotal({ total, kept, onShowAll }: ListTotalProps) {
  return (
    <span className="works-list-total numeric">
      <span className="works-list-count">{total !== undefined && `共 ${total} 部`}</span>
      {kept === null || kept ? null : <span className="works-list-kept works-list-kept-room" />}
      {kept ? (
        <button
          type="button"
          className="works-list-kept"
          aria-label={`另有 ${kept} 部无磁力 显示全部`}
          onClick={onShowAll}
        >
          另有 {kept} 部无磁力 <span className="works-list-kept-all">显示全部</span>
        </button>
      ) : null}
    </span>
  )
}
