import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { useHistory } from '@/entities/work/history.ts'
import { isUnwanted } from '@/entities/work/stored-work.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { usePreferences } from '@/shared/lib/preferences.ts'
import { HomeSection } from './home-section.tsx'

/** Recently opened works of this device without hidden terms; nothing on a first visit, and in discreet mode. */
export function RecentlySeen() {
  const { discreet } = usePreferences()
  const hidden = useHiddenTerms()
  const works = useHistory().filter((work) => !isUnwanted(work, hidden))
  if (discreet || works.length === 0) return null
  return (
    <HomeSection title="最近浏览" more="/user?tab=history">
      <WorkRow works={works.slice(0, PAGE_SIZE.homeRow)} label="最近浏览" below />
    </HomeSection>
  )
}
