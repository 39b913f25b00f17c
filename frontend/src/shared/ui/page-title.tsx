import { siteTexts } from '../api/app-config.ts'
import { NEUTRAL_TITLE, usePreferences } from '../lib/preferences.ts'

/** The document's title; a neutral one in discreet mode (R1.1). */
export function PageTitle({ title }: { title: string }) {
  const { discreet } = usePreferences()
  return <title>{discreet ? NEUTRAL_TITLE : `${title} - ${siteTexts().name}`}</title>
}
