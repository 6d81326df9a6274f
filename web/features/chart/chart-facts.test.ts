import { describe, expect, it } from 'vitest'
import { lengthLabel, tempoLabel } from './chart-facts.ts'

describe('the facts of a chart', () => {
  it('tell the tempo, and its range where it changes', () => {
    expect(tempoLabel('0.000=174.000')).toBe('174 BPM')
    expect(tempoLabel('0.000=87.000,16.000=174.010')).toBe('87–174 BPM')
    for (const none of [null, '', 'x', '0=0']) expect(tempoLabel(none)).toBeNull()
  })

  it('tell the length in minutes and seconds', () => {
    expect([lengthLabel(132), lengthLabel(59.7), lengthLabel(5)]).toEqual(['2:12', '1:00', '0:05'])
  })
})
