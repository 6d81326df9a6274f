import { describe, expect, it } from 'vitest'
import { exactPercent, gradeText, points, rowsText } from './explanation-panel.tsx'
import { failText } from './judgments-card.tsx'

const explanation = {
  playId: 1,
  event: { position: '0:1', type: 'PlaySubmitted', version: 1, receivedAt: '2026-11-21T10:00:00.000Z' },
  rules: { title: 'Rules', position: '0:1', generation: 1 },
  rows: 1050,
  rowsCounted: 1050,
  failedAt: null,
  maximumFrom: 'play' as const,
  chart: 'none' as const,
  systems: [],
}

describe('the texts of an explanation', () => {
  it('formats points with their decimals and a typographic minus', () => {
    expect([points(3248.5), points(-12), points(-0.0001), points(0.1 + 0.2)]).toEqual([
      '3,248.5',
      '−12',
      '0',
      '0.3',
    ])
    expect([exactPercent(96.95283), exactPercent(-3.2), exactPercent(-0.00001)]).toEqual([
      '96.9528',
      '−3.2000',
      '0.0000',
    ])
  })

  it('explains which steps count', () => {
    expect(rowsText(explanation)).toMatch(
      /^All 1,050 steps count\. We don't have this chart yet, so the maximum is calculated from the play/,
    )
    expect(rowsText({ ...explanation, rows: 1 })).toContain('The only step counts.')
    expect(rowsText({ ...explanation, rowsCounted: 900, failedAt: 83.4, maximumFrom: 'chart' })).toBe(
      '900 of 1,050 steps count: those before the lifebar ran out at 1:23. The play ends before the chart does, so the maximum is calculated from the chart.',
    )
    expect(rowsText({ ...explanation, maximumFrom: 'game' })).toContain('steps that the game reported')
    expect(rowsText({ ...explanation, chart: 'matches' })).toContain('The play has all steps of the chart')
    expect(rowsText({ ...explanation, chart: 'differs' })).toContain("doesn't match the chart that we have")
  })

  it('says which of the judged steps of a failed play count', () => {
    expect(failText({ at: 83.4, rowsCounted: 1_236 }, 2_445)).toBe(
      'Failed at 1:23. Only the 1,236 of 2,445 steps before that count towards the score.',
    )
    expect(failText({ at: 19, rowsCounted: 64 }, 64)).toBe(
      'Failed at 0:19. All 64 steps count towards the score.',
    )
  })

  it('names the grade once', () => {
    expect(gradeText({ grade: 'S', gradeRule: 'S: ITG of at least 92.00%' })).toBe(
      'Grade S: ITG of at least 92.00%',
    )
    expect(gradeText({ grade: 'F', gradeRule: 'the song was failed' })).toBe('Grade F: the song was failed')
  })
})
