import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'
import { DESK_KEY } from '../desk-key.ts'

/** A change of a member: says that it is done, and lets everything in the console that shows it come anew. */
export function useMemberChange<Form>(send: (form: Form) => Promise<void>, done: string, onClose: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      onClose()
      toast(done, { kind: 'success' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: DESK_KEY }),
  })
}
