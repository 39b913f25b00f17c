import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the delays of answers are drawn from; `null` without delays. */
    delaysSeed: number | null
  }
}

/** Once for a run, so that all its files have the same seed. */
export default function provideSeed(project: TestProject): void {
  const seed = process.env.TEST_DELAYS
  project.provide('delaysSeed', seed ? Number(seed) : null)
}
