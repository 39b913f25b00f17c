import { setPreferences, usePreferences } from '@/shared/lib/preferences.ts'

const THEMES = [
  { value: 'dark', label: '深色' },
  { value: 'light', label: '浅色' },
  { value: 'system', label: '跟随系统' },
] as const

/** The look on this device: theme and discreet mode. */
export function Preferences() {
  const { theme, discreet } = usePreferences()
  return (
    <section className="site-menu-group">
      <h3>外观</h3>
      <fieldset className="segmented">
        <legend className="visually-hidden">主题</legend>
        {THEMES.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name="theme"
              value={choice.value}
              checked={theme === choice.value}
              onChange={() => setPreferences({ theme: choice.value })}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </fieldset>
      <label className="switch-row">
        <span>
          低调模式
          <small>封面模糊，按住查看；连按两次 Esc 立即离开</small>
        </span>
        <input
          type="checkbox"
          role="switch"
          checked={discreet}
          aria-checked={discreet}
          onChange={(event) => setPreferences({ discreet: event.target.checked })}
        />
      </label>
    </section>
  )
}
