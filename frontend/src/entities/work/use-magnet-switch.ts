import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { setOnlyMagnet, useMagnetDefault, useOnlyMagnet } from './magnet-switch.ts'
import { PAGE_PARAM } from './page-param.ts'

const PARAM = 'dht'

/**
 * The magnet switch of a list, and the way to press it. The address of a list that shows all works says so, for whoever gets its
 * link. What the switch put there follows the switch, also on a later return; what a link says stays until the switch is pressed
 * there (R2.5).
 */
export function useMagnetSwitch(): [boolean, (only: boolean) => void] {
  const only = useOnlyMagnet()
  const usual = useMagnetDefault()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get(PARAM)
  const isOwn = state?.ownSwitch === true
  /** What a link says: a list without the switch's own word. */
  const isLinked = only !== usual
  const wanted = usual ? null : '0'

  function write(value: string | null, { toStart = false } = {}) {
    const params = new URLSearchParams(search)
    if (value === null) params.delete(PARAM)
    else params.set(PARAM, value)
    if (toStart) params.delete(PAGE_PARAM)
    const to = { search: params.toString().replace(/%2C/g, ',') }
    const ownSwitch = value === null ? undefined : true
    // No step in the history: the switch holds for all lists, so Back could not undo it.
    void navigate(to, { replace: true, state: { ...state, ownSwitch }, preventScrollReset: true })
  }
  const isRight = isLinked || (named === wanted && isOwn === (wanted !== null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else is of the same address
  useEffect(() => {
    if (!isRight) write(wanted)
  }, [isRight, wanted, search])

  function press(next: boolean) {
    setOnlyMagnet(next)
    if (isLinked) write(next ? null : '0', { toStart: true })
  }
  return [only, press]
}
