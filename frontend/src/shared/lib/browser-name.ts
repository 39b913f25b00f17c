/** In matching order: many browsers also name those they derive from. */
const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/MicroMessenger/, '微信'],
  [/QQBrowser|\bQQ\//, 'QQ浏览器'],
  [/UCBrowser|UCWEB/, 'UC浏览器'],
  [/EdgA?\/|EdgiOS/, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Common name of a browser from its user agent; the first word if it is unknown. */
export function browserName(agent: string): string {
  const of = (names: typeof BROWSERS) => names.find(([mark]) => mark.test(agent))?.[1]
  const parts = [of(BROWSERS), of(SYSTEMS)].filter(Boolean)
  return parts.join(' · ') || agent.split(/[\s/]/)[0] || '未知设备'
}
