import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { queryText, withParams } from '@/shared/lib/query.ts'
import { PARAM, setOnlyMagnet, useMagnetDefault, useOnlyMagnet } from './magnet-switch.ts'
import { PAGE_PARAM } from './page-param.ts'

/**
 * The magnet switch of a list, and the way to press it. What a link says of it stays until the switch says the same (R2.5).
 */
export function useMagnetSwitch(): [boolean, (only: boolean) => void] {
  const { isLinked, write } = useSwitchAddress()
  function press(next: boolean) {
    setOnlyMagnet(next)
    if (isLinked) write(next ? '' : '0', { toStart: true })
  }
  return [useOnlyMagnet(), press]
}

/**
 * Lets the address of a list that shows all works say so, for whoever gets its link. What the switch put there follows the switch,
 * also on a later return. To be used after what goes to the top of the list, so that its place is remembered as that.
 */
export function useSwitchInAddress(): void {
  const { search, isRight, wanted, write } = useSwitchAddress()
  const before = useRef(wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else is of the same address
  useEffect(() => {
    const isPressed = before.current !== wanted
    before.current = wanted
    if (!isRight) write(wanted, { toStart: isPressed })
  }, [isRight, wanted, search])
}

function useSwitchAddress() {
  const usual = useMagnetDefault()
  const only = useOnlyMagnet()
  const wanted = usual ? '' : '0'
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const named = new URLSearchParams(search).get(PARAM) ?? ''
  const isOwn = state?.ownSwitch === true
  /** What a link says: a list without the switch's own word. One that says the same is as the switch's own from then on. */
  const isLinked = only !== usual
  const isRight = isLinked || (named === wanted && isOwn === (wanted !== ''))

  function write(value: string, { toStart = false } = {}) {
    const params = withParams(search, { [PARAM]: value, ...(toStart && { [PAGE_PARAM]: '' }) })
    const ownSwitch = value === '' ? undefined : true
    // No step in the history: the switch holds for all lists, so Back could not undo it.
    void navigate(
      { search: queryText(params) },
      { replace: true, state: { ...state, ownSwitch }, preventScrollReset: true },
    )
  }
  return { search, wanted, isLinked, isRight, write }
}
