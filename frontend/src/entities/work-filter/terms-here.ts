import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError, MAY_BE_MISSING } from '@/shared/api/errors.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { termDetailOptions } from '../term/api.ts'
import { termName } from '../term/term-name.ts'
import { choicesText, type FilterChoices, type TermChoice } from './choices.ts'

/** The term of the same name that a channel has, or the name that it does not have; empty for what no channel has any more. */
type Here = { term: TermChoice } | { missing: string; without: boolean }

function hereOf(detail: Schemas['TermDetail'], term: TermChoice, channel: ChannelName): Here {
  const own = detail.channels.find(({ modId }) => modId === CHANNELS[channel].modId)
  return own ? { term: { ...term, id: own.id } } : { missing: termName(detail), without: term.without }
}

async function findHere(client: QueryClient, term: TermChoice, channel: ChannelName): Promise<Here> {
  try {
    return hereOf(await client.ensureQueryData(termDetailOptions(term.id)), term, channel)
  } catch (error) {
    const isGone = error instanceof ApiError && MAY_BE_MISSING.includes(error.errorCode ?? '')
    if (isGone) return { missing: '', without: term.without }
    throw error
  }
}

/** The choices with the terms that were found, each once. */
function withFound(choices: FilterChoices, found: readonly Here[]): FilterChoices {
  const terms = found.flatMap((one) => ('term' in one ? [one.term] : []))
  const isFirst = ({ id }: TermChoice, at: number) => terms.findIndex((other) => other.id === id) === at
  return { ...choices, terms: terms.filter(isFirst) }
}

/** What is said of wanted terms that a channel does not have. */
function missingText(names: readonly string[], channel: ChannelName): string {
  const known = names.filter((name) => name !== '').map((name) => `“${name}”`)
  const here = known.length > 0 ? `${CHANNELS[channel].label}没有${known.join('、')}` : ''
  const gone = known.length < names.length ? '有的条件已经没有影片' : ''
  return [here, gone].filter((part) => part !== '').join('，')
}

/**
 * Saved filters as a channel has them: each channel has terms of its own, so those of the same name take their place. What the
 * channel does not have is left out, and named if it was wanted (R2.43).
 */
export function useTermsHere(channel: ChannelName | undefined) {
  const client = useQueryClient()

  /** The choices as the channel has them, as far as that is known without asking. */
  function known(choices: FilterChoices): FilterChoices {
    if (!channel) return choices
    const found = choices.terms.map((term): Here => {
      const detail = client.getQueryData(termDetailOptions(term.id).queryKey)
      return detail ? hereOf(detail, term, channel) : { term }
    })
    return withFound(choices, found)
  }

  async function apply(choices: FilterChoices, onApply: (choices: FilterChoices) => void): Promise<void> {
    if (!channel || choices.terms.length === 0) return onApply(choices)
    let found: Here[]
    try {
      found = await Promise.all(choices.terms.map((term) => findHere(client, term, channel)))
    } catch {
      // The call has said what went wrong.
      return
    }
    const next = withFound(choices, found)
    const isNothing = choicesText({ ...next, dht: undefined }) === ''
    const missing = found.flatMap((one) => ('term' in one || one.without ? [] : [one.missing]))
    if (missing.length > 0) {
      toast(`${missingText(missing, channel)}，${isNothing ? '筛选没有应用' : '已略去'}`, { kind: 'warning' })
      if (isNothing) return
    }
    onApply(next)
  }

  return { known, apply }
}
