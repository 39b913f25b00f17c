import { clearHistory, useHistory } from '@/entities/work/history.ts'
import { WorkGrid } from '@/entities/work/work-grid.tsx'
import { Preferences } from '@/features/site-menu/preferences.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import '@/features/site-menu/site-menu.css'
import '@/entities/work/works-list.css'

/** /user: what this device keeps. Accounts, collections and likes come with the member centre. */
export default function UserPage() {
  const works = useHistory()
  return (
    <div className="page">
      <div className="works-list-bar">
        <div className="works-list-heading">
          <h1>浏览记录</h1>
          <span className="works-list-total numeric">{works.length} 部，只保存在本机</span>
        </div>
        {works.length > 0 && (
          <Button round onClick={clearHistory}>
            清空
          </Button>
        )}
      </div>
      {works.length > 0 ? <WorkGrid works={works} /> : <EmptyView text="还没有浏览记录" />}
      <Preferences level={2} />
    </div>
  )
}
