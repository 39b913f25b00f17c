/** Keys and what they do, as help lists show them. */
export type KeyHelp = readonly (readonly [keys: string, does: string])[]

/** The keys of the film player (R4.5). */
export const PLAYER_KEYS: KeyHelp = [
  ['空格 / K', '播放或暂停'],
  ['← →', '后退或前进 10 秒'],
  ['↑ ↓', '增大或减小音量'],
  ['M', '静音或取消静音'],
  ['F', '全屏或退出全屏'],
  ['0 – 9', '跳到影片的 0% – 90%'],
  ['?', '操作说明'],
]

/** Where `G` and then a letter lead (R1.33). */
export const JUMPS: readonly { letter: string; label: string; to: string }[] = [
  { letter: 'h', label: '首页', to: '/index' },
  { letter: 'c', label: '有码', to: '/censored' },
  { letter: 'u', label: '无码', to: '/uncensored' },
  { letter: 'w', label: '欧美', to: '/western' },
  { letter: 'r', label: '排行', to: '/top' },
  { letter: 'm', label: '我的', to: '/user' },
]

/** The keys of every page (R1.33). */
export const SITE_KEYS: KeyHelp = [
  ['/ 或 Ctrl K', '搜索（苹果电脑 ⌘ K）'],
  ['?', '键盘操作'],
  ['Esc', '关闭对话框；连按两次立即离开'],
  ['← →', '在影片页的标签之间切换'],
  ...JUMPS.map(({ letter, label }) => [`G 然后 ${letter.toUpperCase()}`, `前往${label}`] as const),
]
