import { Link } from 'react-router-dom'
import { searchPath } from '@/shared/config/paths.ts'
import './works-list.css'

/** Says that the works are those of another keyword, because the given one found nothing. */
export function CorrectedNote({ keyword, corrected }: { keyword: string | undefined; corrected: string }) {
  return (
    <p className="works-list-corrected" role="status">
      没有找到“{keyword}”，已显示“
      <Link to={searchPath(corrected)} className="text-link">
        {corrected}
      </Link>
      ”的结果
    </p>
  )
}
