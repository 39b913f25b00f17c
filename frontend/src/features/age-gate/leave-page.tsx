import { Button } from '@/shared/ui/button.tsx'
import { askAgeAgain } from './age-choice.ts'
import './age-gate.css'

/** The neutral page after leaving. */
export function LeavePage() {
  return (
    <main className="leave-page">
      <title>新标签页</title>
      <h1>已离开</h1>
      <p>现在可以关闭此页面。</p>
      <Button onClick={askAgeAgain}>返回</Button>
    </main>
  )
}
