import { NEUTRAL_TITLE, usePreferences } from '../lib/preferences.ts'

/** The document's title (spec §2.3); a neutral one in discreet mode. */
export function PageTitle({ title }: { title: string }) {
  const { discreet } = usePreferences()
  return <title>{discreet ? NEUTRAL_TITLE : `${title} - 映库`}</title>
}
