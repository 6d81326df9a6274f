import { describe, expect, it } from 'vitest'
import { countsLine, countsOf, tempoLabel } from './chart-card.tsx'

describe('the facts of a chart', () => {
  it('show the tempo, or its range', () => {
    expect(tempoLabel('174')).toBe('174 BPM')
    expect(tempoLabel('87-174.010')).toBe('87–174 BPM')
    expect(tempoLabel('174-174.2')).toBe('174 BPM')
    expect(tempoLabel('?')).toBe('? BPM')
    for (const none of [null, '', ' ']) expect(tempoLabel(none)).toBeNull()
  })

  it('list known counts, the usual ones first', () => {
    expect(countsOf({ lifts: 3, mines: 0, rows: 512, holds: 20 })).toEqual([
      { label: 'Steps', count: 512 },
      { label: 'Holds', count: 20 },
      { label: 'Mines', count: 0 },
      { label: 'Lifts', count: 3 },
    ])
    expect(countsOf(null)).toEqual([])
  })

  it('put counts into one line, without those of zero', () => {
    const counts = countsOf({ rows: 1051, jumps: 1, hands: 0, holds: 46 })
    expect(countsLine(counts)).toBe('1,051 steps · 1 jump · 46 holds')
  })
})
