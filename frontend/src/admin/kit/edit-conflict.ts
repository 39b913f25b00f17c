import { ApiError } from '@/shared/api/errors.ts'

/** The API's word for an edit of a version that is no longer there. */
export const EDIT_CONFLICT = 'edit_conflict'

/** Whether a save was refused because somebody else was quicker. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === EDIT_CONFLICT
}
