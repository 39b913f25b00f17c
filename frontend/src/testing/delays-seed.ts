import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the delays of answers are drawn from; `null` without delays. */
    delaysSeed: number | null
  }
}

/** Once for a run, so that all its files have the same seed. */
export default function provideSeed(project: TestProject): void {
  const given = Number(process.env.TEST_DELAYS ?? 0)
  const seed = given === 1 ? 2 + Math.floor(Math.random() * 1e6) : given
  project.provide('delaysSeed', seed > 0 ? seed : null)
  if (seed > 0) process.stdout.write(`Answers are delayed: TEST_DELAYS=${seed} repeats it.\n`)
}
