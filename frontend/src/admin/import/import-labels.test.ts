import { describe, expect, it } from 'vitest'
import { makeImport } from '@/testing/admin-imports.ts'
import { percent } from '../kit/progress-bar.tsx'
import { canUndo, ending, nextStep, problemText, stateName, timeLeft } from './import-labels.ts'

describe('an import in words', () => {
  it.each([
    [{ state: 'receiving', received: 1024 }, '未传完'],
    [{ state: 'receiving' }, '待导入'],
    [{ state: 'queued' }, '排队中'],
    [{ state: 'running' }, '导入中'],
    [{ state: 'running', dryRun: 1 }, '检查中'],
    [{ state: 'running', cancelling: 1 }, '正在停止'],
    [{ state: 'done' }, '已完成'],
    [{ state: 'done', dryRun: 1 }, '检查完成'],
    [{ state: 'done', lines: 3, refused: 3 }, '全部被拒'],
    [{ state: 'cancelled' }, '已停止'],
    [{ state: 'failed' }, '已中断'],
  ] as const)('%j is %s', (change, name) => {
    expect(stateName(makeImport(1, change))).toBe(name)
  })

  it('says why it broke off, and leaves an unknown word as it is', () => {
    expect(problemText(makeImport(1, { problem: 'damaged' }))).toBe('文件损坏，后面的内容读不出来，请重新上传')
    expect(problemText(makeImport(1, { problem: 'other' }))).toBe('other')
  })

  it.each([
    [{ new: 3 }, true],
    [{ new: 0, updated: 0 }, false],
    [{ new: 3, undo: 'done' }, false],
    [{ new: 3, state: 'running' }, false],
    // By the command line: running, and killed.
    [{ new: 0, updated: 0, state: 'failed', problem: 'interrupted', kept: 0, endTime: '' }, false],
    [{ new: 0, updated: 0, state: 'failed', problem: 'interrupted', kept: 0 }, true],
  ] as const)('%j can be undone: %s', (change, can) => {
    const ended = { state: 'done', undo: 'open', endTime: '2026-11-20 08:00:10' } as const
    expect(canUndo(makeImport(1, { ...ended, ...change }))).toBe(can)
  })

  it.each([
    [{ state: 'receiving', received: 5 }, 'upload'],
    [{ state: 'receiving' }, 'read'],
    [{ state: 'cancelled' }, 'start'],
    [{ state: 'cancelled', kept: 0 }, null],
    [{ state: 'failed' }, 'start'],
    [{ state: 'failed', problem: 'interrupted' }, 'start'],
    [{ state: 'failed', problem: 'damaged' }, null],
    [{ state: 'failed', problem: 'format' }, 'read'],
    [{ state: 'done', dryRun: 1, lines: 3, refused: 3 }, null],
    [{ state: 'running' }, null],
    [{ state: 'done' }, null],
    [{ state: 'done', dryRun: 1 }, 'import'],
  ] as const)('%j goes on with %s', (change, step) => {
    expect(nextStep(makeImport(1, change))).toBe(step)
  })

  it.each([
    [{ state: 'receiving' }, '放弃'],
    [{ state: 'failed' }, '放弃'],
    [{ state: 'queued' }, '停止'],
    [{ state: 'running' }, '停止'],
    [{ state: 'running', cancelling: 1 }, null],
    [{ state: 'cancelled' }, null],
    [{ state: 'done' }, null],
  ] as const)('%j ends with %s', (change, name) => {
    expect(ending(makeImport(1, change))).toBe(name)
  })

  it('says how much is done and how long the rest takes', () => {
    expect([percent(0, 0), percent(1, 3), percent(5, 3)]).toEqual([0, 33, 100])
    const half = makeImport(1, { size: 2000, readBytes: 1000, lines: 6000, rate: 100 })
    expect(timeLeft(half)).toBe('1:00')
    expect(timeLeft({ ...half, rate: 0 })).toBe('')
  })
})
