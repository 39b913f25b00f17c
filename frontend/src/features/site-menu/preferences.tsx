import { clearSearches } from '@/entities/search/recent-searches.ts'
import { setPreferences, usePreferences } from '@/shared/lib/preferences.ts'
import { Segmented } from '@/shared/ui/segmented.tsx'

const THEMES = [
  { value: 'dark', label: '深色' },
  { value: 'light', label: '浅色' },
  { value: 'system', label: '跟随系统' },
] as const

/** Switching the history of searches off also forgets it. */
function setRecording(recordSearches: boolean): void {
  setPreferences({ recordSearches })
  if (!recordSearches) clearSearches()
}

/** Appearance and traces on this device: theme, discreet mode, recent searches. */
export function Preferences() {
  const { theme, discreet, recordSearches } = usePreferences()
  return (
    <section className="site-menu-group preferences">
      <h3>外观</h3>
      <Segmented label="主题" choices={THEMES} current={theme} onChange={(value) => setPreferences({ theme: value })} />
      <label className="switch-row">
        <span>
          低调模式
          <small>封面模糊，按住、悬停或聚焦时清晰；窗口标题改为“目录”</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={discreet}
          aria-checked={discreet}
          onChange={(event) => setPreferences({ discreet: event.target.checked })}
        />
      </label>
      <label className="switch-row">
        <span>
          记录搜索历史
          <small>只保存在这台设备上；低调时不记录也不显示</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={recordSearches}
          aria-checked={recordSearches}
          onChange={(event) => setRecording(event.target.checked)}
        />
      </label>
      <p className="leave-fast">
        快速离开
        <small>任何时候连按两次 Esc，页面立即换成空白；没有键盘时用菜单里的“立即离开”</small>
      </p>
    </section>
  )
}
