import { Link } from 'react-router-dom'
import { searchPath } from '@/shared/config/paths.ts'
import './works-list.css'

interface CorrectedNoteProps {
  keyword: string | undefined
  corrected: string
  /** The words that the other keyword is without. */
  leftOut?: string
}

/** Says that the works are those of another keyword, because the given one found nothing. */
export function CorrectedNote({ keyword, corrected, leftOut }: CorrectedNoteProps) {
  return (
    <p className="works-list-corrected" role="status">
      {leftOut ? `没有同时符合“${keyword}”的影片，已去掉“${leftOut}”，显示“` : `没有找到“${keyword}”，已显示“`}
      <Link to={searchPath(corrected)} className="text-link">
        {corrected}
      </Link>
      ”的结果
    </p>
  )
}
