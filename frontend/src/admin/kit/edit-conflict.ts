import { ApiError } from '@/shared/api/errors.ts'

/** API error code of an edit based on an outdated version. */
export const EDIT_CONFLICT = 'edit_conflict'

/** Whether a save was rejected because of a concurrent edit. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === EDIT_CONFLICT
}
