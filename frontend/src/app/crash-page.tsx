import { Button } from '@/shared/ui/button.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'

/** Shown when the frame of the site crashes. Screens have error boundaries of their own. */
export function CrashPage() {
  return (
    <main>
      <title>页面出错了</title>
      <EmptyView text="页面出错了" hint="请刷新页面；如果还是这样，请稍后再来。">
        <Button round onClick={() => window.location.reload()}>
          刷新
        </Button>
      </EmptyView>
    </main>
  )
}
