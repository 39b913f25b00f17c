import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'

interface Action<Input, Output> {
  run: (input: Input) => Promise<Output>
  /** First parts of the keys of everything that shows what is changed. */
  refresh: readonly QueryKey[]
  /** It is done, and the console shows it. */
  onDone?: (output: Output) => void
  /** Said when it is done. */
  done?: string | ((output: Output) => string)
  /** Answers the refusals that the call expects; all others are announced already. */
  onRefused?: (error: Error, input: Input) => unknown
}

/**
 * A change by an operator. It is done when what the console shows has been fetched again, so that the next change is one
 * of what is there now. After a failure it is fetched again too, which nobody waits for.
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
