import { WorksList } from '@/entities/work/works-list.tsx'
import { MONTH_DAYS, PAGE_SIZE } from '@/shared/config/constants.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'

/** /top/month: the most collected works of all channels of the last 30 days, of which home shows the first (R1.31). */
export default function MonthPage() {
  return (
    <div className="page">
      <WorksList
        title="本月排行"
        heading={
          <>
            <BackButton otherwise="/index" />
            <h1>本月排行</h1>
          </>
        }
        filter={{ sort: 'collects', date: MONTH_DAYS, pageSize: PAGE_SIZE.ranking }}
        rankedBy="collects"
        sorts={[]}
      />
    </div>
  )
}
