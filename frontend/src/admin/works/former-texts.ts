import type { AdminWorkDetail, AuditEntry } from '@/shared/api/types.ts'
import { fieldText, WORK_FIELDS, type WorkFieldName, type WorkTexts } from './work-form.ts'

type Changed = Pick<AuditEntry, 'before' | 'after'>

function fieldsOf(state: unknown): Record<string, unknown> {
  return typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
}

/**
 * The texts of a work as it was before some changes, the latest first: of each field they changed, the value before the
 * earliest of them. The log leaves out empty values.
 */
export function formerTexts(work: AdminWorkDetail, changes: readonly Changed[]): Partial<WorkTexts> {
  const texts: Partial<Record<WorkFieldName, string>> = {}
  for (const { before, after } of changes) {
    const [was, became] = [fieldsOf(before), fieldsOf(after)]
    for (const spec of WORK_FIELDS) {
      // The log has a state in words of its own, and who goes back to a text does not mean to publish or hide.
      if (spec.kind === 'state' || spec.kind === 'moment') continue
      if (spec.name in was || spec.name in became) texts[spec.name] = fieldText(spec, was[spec.name], work)
    }
  }
  return texts
}
