#!/usr/bin/env node
// Runs the stages of `just test`. A stage is a recipe of the justfile; it starts when its dependencies have passed and the
// previous one in its lane has ended, so that a stage bound to one processor leaves the other free. The output of a stage
// goes to target/test-logs/STAGE.log, and is shown when it ends. A table of all stages with their times comes last.
//   node scripts/test.mjs               every stage
//   node scripts/test.mjs site-tests    these, and their dependencies
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'

/**
 * In the order of each lane. The last lane to end determines the total time, so both are about as long. What yields has a
 * niceness: compilation to the page tests, and the rest of the second lane to the first, where tests and journeys depend on time.
 */
const STAGES = [
  { name: 'compile', lane: 'rust', needs: [], niceness: 10 },
  // Both would use all processors.
  { name: 'test-rust', lane: 'rust', needs: ['compile', 'tools'], after: ['site-tests'] },
  { name: 'e2e', lane: 'rust', needs: ['compile', 'tools', 'site'] },
  { name: 'attack-few', lane: 'rust', needs: ['compile', 'tools'] },
  { name: 'tools', lane: 'site', needs: [] },
  { name: 'site-install', lane: 'site', needs: [] },
  { name: 'site', lane: 'site', needs: ['site-install'] },
  { name: 'site-tests', lane: 'site', needs: ['site-install'] },
  { name: 'site-check', lane: 'site', needs: ['site-install'] },
  { name: 'contract-lint', lane: 'site', needs: ['site-install'] },
  { name: 'check', lane: 'site', needs: ['tools', 'site-install', 'compile'], niceness: 10 },
  { name: 'test-clients', lane: 'site', needs: ['compile', 'tools'], niceness: 10 },
  { name: 'test-generated', lane: 'site', needs: ['compile', 'tools'], niceness: 10 },
  { name: 'contract', lane: 'site', needs: ['compile', 'tools'], niceness: 10 },
  { name: 'advisories', lane: 'site', needs: ['tools', 'site-install'] },
  { name: 'sbom', lane: 'site', needs: ['tools'] },
]

const LOGS = 'target/test-logs'
/** What scripts/advisories.sh could not check. */
const UNCHECKED = 'target/advisories-unchecked'
const PROGRESS_MS = 60_000
/** A stage without output for so long hangs. */
const MAX_SILENCE_MS = 20 * 60_000
/** Characters of what the last lines say of a failed call. */
const MAX_LINE = 300
const JUST = process.env.JUST ?? 'just'
/** What compiles everything once gains nothing from incremental compilation. */
const ONCE = process.env.CI ? { CARGO_INCREMENTAL: '0' } : {}
/** Where nothing is compiled yet, compilation checks all documentation; elsewhere `just check` does. */
const DOCS = existsSync(`${process.env.CARGO_TARGET_DIR ?? 'target'}/debug`) ? {} : { CHECK_DOCS: '1' }
const started = Date.now()
const results = new Map()
const running = new Map()

const secondsSince = (time) => Math.round((Date.now() - time) / 1000)
const logOf = (name) => `${LOGS}/${name}.log`
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const readLog = (name) => readFileSync(logOf(name), 'utf8').replace(/\x1b\[[0-9;]*[A-Za-z]/g, '')

/** The stages with these names and their dependencies; every stage without names. */
function stagesFor(names) {
  if (names.length === 0) return STAGES
  const wanted = new Set()
  const add = (name) => {
    const stage = STAGES.find((other) => other.name === name)
    if (!stage) {
      console.error(`There is no stage ${name}. The stages are ${STAGES.map((other) => other.name).join(', ')}.`)
      process.exit(2)
    }
    wanted.add(name)
    stage.needs.forEach(add)
  }
  names.forEach(add)
  return STAGES.filter((stage) => wanted.has(stage.name))
}

/** The passed and failed tests, from the last lines of libtest, Vitest, Playwright, unittest and node's runner. */
function countTests(log) {
  const sum = (...patterns) =>
    patterns
      .flatMap((pattern) => [...log.matchAll(pattern)])
      .reduce((total, match) => total + Number(match[1]), 0)
  return {
    passed: sum(
      /^test result: .*?(\d+) passed/gm,
      /^ +Tests .*?(\d+) passed/gm,
      /^ +(\d+) passed \(/gm,
      /^Ran (\d+) tests? in/gm,
      /^(?:#|ℹ) pass (\d+)/gm,
    ),
    failed: sum(/^test result: .*?(\d+) failed/gm, /^ +Tests +(\d+) failed/gm, /^ +(\d+) failed$/gm, /^(?:#|ℹ) fail (\d+)/gm),
  }
}

/** The names of the failed tests, as libtest, Vitest, Playwright, unittest and node's runner print them. */
function failedTests(log) {
  const names = [
    /^test (\S+) \.\.\. FAILED$/gm,
    /^ FAIL +(.+)$/gm,
    // Playwright lists them below their number.
    /^ {4}(\[[\w-]+\] › .+?)[ ─]*$/gm,
    /^(?:FAIL|ERROR): (.+)$/gm,
    /^ *✖ (.+?) \([\d.]+ms\)$/gm,
    // What scripts say of themselves.
    /^(contract: (?!\d+ requests).+)$/gm,
  ]
  // What Schemathesis says of a call up to the command that repeats it, and of calls that never succeed.
  const calls = [/^_{3,} ([A-Z]+ \/\S+ _{3,}\n[^]+?)\n\nReproduce with/gm, /^=+ WARNINGS =+\n([^]+?)\n=+ SUMMARY/gm]
  const found = (patterns) => patterns.flatMap((pattern) => [...log.matchAll(pattern)].map((match) => match[1]))
  const lines = found(calls).map((text) => text.replace(/[\s_`]+/g, ' ').trim().slice(0, MAX_LINE))
  return [...new Set([...found(names), ...lines])]
}

/** The tests that libtest called slow and that never finished. */
function unfinishedTests(log) {
  const slow = [...log.matchAll(/^test (\S+) has been running for over/gm)].map((match) => match[1])
  return slow.filter((test) => !log.includes(`test ${test} ... `))
}

/** Ends a hanging stage, which fails it: gently first, so that it can clean up. */
function stopHanging(name, stage) {
  if (Date.now() - statSync(logOf(name)).mtimeMs < MAX_SILENCE_MS) return
  console.log(`[${secondsSince(started)} s] ${name} has printed nothing for ${MAX_SILENCE_MS / 60_000} minutes and is stopped`)
  for (const test of unfinishedTests(readLog(name))) console.log(`  unfinished: ${test}`)
  process.kill(-stage.child.pid, stage.isStopped ? 'SIGKILL' : 'SIGTERM')
  stage.isStopped = true
}

/** Stops running stages: they are in process groups of their own, which a signal from the terminal does not reach. */
function stopAll(code) {
  for (const { child } of running.values()) process.kill(-child.pid, 'SIGTERM')
  process.exit(code)
}

/** Runs one stage to its end. */
function run({ name, niceness = 0 }) {
  console.log(`[${secondsSince(started)} s] ${name} starts`)
  const times = `${LOGS}/${name}.times`
  const log = openSync(logOf(name), 'w')
  // Bash prints the CPU time of all processes of the stage.
  const script = `exec 3>&2; TIMEFORMAT='%U %S'; { time "$@" 2>&3; } 2>"$0"`
  const child = spawn('nice', ['-n', String(niceness), 'bash', '-c', script, times, JUST, '--no-deps', name], {
    stdio: ['ignore', log, log],
    // A process group of its own, so that all of it can be stopped.
    detached: true,
    env: { ...ONCE, ...DOCS, ...process.env, CARGO_TERM_COLOR: 'never', NO_COLOR: '1' },
  })
  running.set(name, { since: Date.now(), child })
  return new Promise((done) => {
    child.on('close', (code) => {
      closeSync(log)
      const seconds = secondsSince(running.get(name).since)
      const [user = 0, system = 0] = readFileSync(times, 'utf8').trim().split(/\s+/).map(Number)
      rmSync(times)
      running.delete(name)
      const text = readLog(name)
      const ok = code === 0
      const failures = ok ? [] : failedTests(text)
      const result = { ok, seconds, cpu: Math.round(user + system), failures, ...countTests(text) }
      results.set(name, result)
      process.stdout.write(`\n######## ${name}\n\n${text.trimEnd()}\n\n`)
      console.log(`[${secondsSince(started)} s] ${name} ${result.ok ? 'passed' : 'FAILED'} in ${seconds} s\n`)
      done()
    })
  })
}

/** Runs all stages, lane by lane. */
function runAll(stages) {
  return new Promise((done) => {
    const waiting = new Set(stages)
    const step = () => {
      for (const stage of waiting) {
        const isEarlier = (other) => other.lane === stage.lane && stages.indexOf(other) < stages.indexOf(stage)
        const goesBefore = (other) => isEarlier(other) || stage.after?.includes(other.name)
        if (stages.some((other) => goesBefore(other) && !results.has(other.name))) continue
        const needs = stage.needs.map((name) => results.get(name))
        if (needs.some((result) => result && !result.ok)) {
          waiting.delete(stage)
          results.set(stage.name, { ok: false, seconds: 0, cpu: 0, passed: 0, failed: 0, failures: [], skipped: true })
          return step()
        }
        if (needs.every(Boolean)) {
          waiting.delete(stage)
          run(stage).then(step)
        }
      }
      if (waiting.size === 0 && running.size === 0) done()
    }
    step()
  })
}

/** One line a stage, then the sums. */
function printTable(stages) {
  const row = (...cells) => console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(16) : String(cell).padStart(9))).join(''))
  row('stage', 'seconds', 'cpu', 'tests', '')
  for (const { name } of stages) {
    const { ok, skipped, seconds, cpu, passed, failed } = results.get(name)
    row(name, seconds, cpu, passed + failed || '', skipped ? 'skipped' : ok ? '' : 'FAILED')
  }
  const all = [...results.values()]
  const sum = (key) => all.reduce((total, result) => total + result[key], 0)
  row('all', secondsSince(started), sum('cpu'), sum('passed') + sum('failed'), '')
  if (existsSync(UNCHECKED)) console.log(`NOT CHECKED for known vulnerabilities:\n${readFileSync(UNCHECKED, 'utf8')}`)
  const brokenStages = all.filter((result) => !result.ok).length
  // Last, so that it is seen where only the end of the output is kept.
  for (const [name, { failures }] of results) for (const test of failures) console.log(`failed in ${name}: ${test}`)
  // A stage can fail without a failing test.
  console.log(`\n${sum('passed')} passed, ${Math.max(sum('failed'), brokenStages)} failed`)
  return brokenStages === 0
}

const stages = stagesFor(process.argv.slice(2))
mkdirSync(LOGS, { recursive: true })
const progress = setInterval(() => {
  for (const [name, stage] of running) {
    stopHanging(name, stage)
    const last = readLog(name).trimEnd().split('\n').at(-1)?.trim().slice(0, 90) ?? ''
    console.log(`[${secondsSince(started)} s] ${name}, for ${secondsSince(stage.since)} s: ${last}`)
  }
}, PROGRESS_MS)
process.on('SIGINT', () => stopAll(130))
process.on('SIGTERM', () => stopAll(143))
await runAll(stages)
clearInterval(progress)
process.exit(printTable(stages) ? 0 : 1)
