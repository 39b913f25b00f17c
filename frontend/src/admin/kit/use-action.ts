import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'

interface Action<Input, Output> {
  run: (input: Input) => Promise<Output>
  /** Query key prefixes to refetch. */
  refresh: readonly QueryKey[]
  /** Called after the data was refetched. */
  onDone?: (output: Output) => void
  /** Success message. */
  done?: string | ((output: Output) => string)
  /** Handles the expected errors; all others are announced already. */
  onRefused?: (error: Error, input: Input) => unknown
}

/**
 * A mutation of the console. It finishes after the affected queries were refetched, so that the next change is based
 * on current data. After a failure they are refetched too, in the background.
 */
export function useAction<Input = void, Output = void>({
  run,
  refresh,
  onDone,
  done,
  onRefused,
}: Action<Input, Output>) {
  const client = useQueryClient()
  const refreshAll = () => Promise.all(refresh.map((queryKey) => client.invalidateQueries({ queryKey })))
  const { mutate, isPending } = useMutation({
    mutationFn: run,
    onSuccess: async (output) => {
      await refreshAll()
      onDone?.(output)
      if (done) toast(typeof done === 'string' ? done : done(output), { kind: 'success' })
    },
    onError: async (error, input) => {
      await onRefused?.(error, input)
      void refreshAll()
    },
  })
  return { mutate, isPending }
}
