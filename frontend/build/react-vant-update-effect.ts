// Replaces react-vant/es/hooks/use-update-effect.js, which never resets its flag: every re-mount of effects
// (StrictMode, <Activity> becoming visible) looked like an update.
import { type DependencyList, type EffectCallback, useEffect, useRef } from 'react'

export default function useUpdateEffect(effect: EffectCallback, deps?: DependencyList): void {
  const mounted = useRef(false)
  useEffect(
    () => () => {
      mounted.current = false
    },
    [],
  )
  useEffect(() => {
    if (mounted.current) return effect()
    mounted.current = true
    // biome-ignore lint/correctness/useExhaustiveDependencies: same contract as useEffect
  }, deps)
}
