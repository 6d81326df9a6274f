import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import { judge, judgeAll, judgmentName, windowEdge } from './judge.ts'
import { stepsOf } from './steps.ts'

function windowsOf(system: string) {
  const windows = firstRules.systems.find(({ name }) => name === system)?.windows ?? []
  return windows.map(({ judgment, seconds }) => ({ name: judgment, seconds }))
}

describe('judging an offset', () => {
  const name = (system: string, offset: number) =>
    judgmentName(windowsOf(system), judge(windowsOf(system), offset))

  it("uses the active system's windows", () => {
    expect(name('HardEX', 0.012)).toBe('Fantastic (23ms)')
    expect(name('EX', 0.012)).toBe('Fantastic (15ms)')
    expect(name('ITG', 0.012)).toBe('Fantastic (23ms)')
  })

  it('counts the edge of a window as inside, early as late', () => {
    expect(name('HardEX', 0.01)).toBe('Fantastic (10ms)')
    expect(name('HardEX', -0.01)).toBe('Fantastic (10ms)')
    expect(name('ITG', -0.1035)).toBe('Great')
    expect(name('ITG', 0.10351)).toBe('Decent')
  })

  it('counts offsets beyond the widest window and missed steps as misses', () => {
    for (const offset of [0.1816, -3, Number.NaN]) expect(name('EX', offset)).toBe('Miss')
  })

  it('judges a whole play the same way', () => {
    const offsets = [0, 0.0099, -0.0101, 0.03, -0.1, 0.13, 0.18, 0.2]
    const steps = stepsOf([...offsets.map((o, i): [number, number] => [i, o]), [9, 'Miss']])
    for (const system of ['HardEX', 'EX', 'ITG']) {
      const windows = windowsOf(system)
      expect([...judgeAll(windows, steps)]).toEqual([...offsets, Number.NaN].map((o) => judge(windows, o)))
    }
  })

  it('labels edges in exact ms', () => {
    expect(windowsOf('HardEX').map(windowEdge)).toEqual([10, 23, 44.5, 103.5, 136.5, 181.5])
  })
})
