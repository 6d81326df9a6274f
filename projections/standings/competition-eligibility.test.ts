import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { describe, expect, it } from 'vitest'
import {
  competitionEligibility,
  notInCompetitionText,
  type PlayForCompetition,
} from './competition-eligibility.ts'

const minute = 60_000
const chart = 'aaaaaaaaaaaaaaaa'
const other = 'bbbbbbbbbbbbbbbb'

const bestOf = { attempts: 'best', counted: null, cmod: true } as const

/** Two rounds of 100 minutes with a gap of 10 between them, and 5 minutes of grace. */
const event = {
  rounds: [
    { ...bestOf, name: 'Round 1', start: 100 * minute, end: 200 * minute, charts: [chart] },
    { ...bestOf, name: 'Round 2', start: 210 * minute, end: 310 * minute, charts: [other] },
  ],
  grace: 300,
  failedPlaysCount: true,
  takenOut: [7],
  access: 'everybody' as const,
}

/** A play that was received as soon as it was played. */
const playAt = (minutes: number, more: Partial<PlayForCompetition> = {}): PlayForCompetition => ({
  id: 1,
  chart,
  at: minutes * minute,
  playedAt: minutes * minute,
  reasons: [],
  withdrawn: false,
  cmod: null,
  participation: null,
  ...more,
})

/** Where only the first attempt counts, the play is the first. */
const verdictOn = (competition: Parameters<typeof competitionEligibility>[0], play: PlayForCompetition) =>
  competitionEligibility(competition, play, async () => true)

describe('the verdict of a competition on a play', () => {
  it.each<[string, PlayForCompetition, readonly string[]]>([
    ['on its first millisecond', playAt(100), []],
    ['on its last minute', playAt(199), []],
    ['at its end', playAt(200), ['between-rounds']],
    ['before the event', playAt(99), ['before-start']],
    ['after the event', playAt(310), ['after-end']],
    ['in the other round', playAt(220), ['other-round']],
    ['in time, and received within the grace', playAt(199, { at: 205 * minute - 1 }), []],
    ['in time, and received when the grace was over', playAt(199, { at: 205 * minute }), ['received-late']],
    ['failed, where failed plays count', playAt(150, { reasons: ['failed'] }), []],
    [
      'passed with an empty life bar, where failed plays count',
      playAt(150, { reasons: ['life-ran-out'] }),
      [],
    ],
    ['failed, at another rate', playAt(150, { reasons: ['rate', 'failed'] }), ['rate']],
    ['nobody knows whether it was passed', playAt(150, { reasons: ['passed-unknown'] }), ['passed-unknown']],
    ['with autoplay', playAt(150, { reasons: ['autoplay'] }), ['autoplay']],
    ['from an old game module', playAt(150, { reasons: ['body-version'] }), ['body-version']],
    ['with other counts than the chart', playAt(150, { reasons: ['chart-mismatch'] }), ['chart-mismatch']],
    ['taken out by an organiser', playAt(150, { id: 7 }), ['taken-out']],
    ['withdrawn', playAt(150, { withdrawn: true, reasons: ['withdrawn'] }), ['withdrawn']],
    [
      'too early and too fast: every reason is given',
      playAt(10, { reasons: ['rate'] }),
      ['before-start', 'rate'],
    ],
  ])('%s', async (_story, play, reasons) => {
    expect(await verdictOn(event, play)).toEqual({ round: 1, reasons })
  })

  it('rejects a failed play if only passed plays count', async () => {
    const strict = { ...event, failedPlaysCount: false }
    for (const reason of ['failed', 'life-ran-out'] as const)
      expect(await verdictOn(strict, playAt(150, { reasons: [reason] }))).toEqual({
        round: 1,
        reasons: [reason],
      })
  })

  it('rejects CMod, and a speed that the game did not tell, where a round does', async () => {
    const without = { ...event, rounds: event.rounds.map((round) => ({ ...round, cmod: false })) }
    for (const [cmod, reasons] of [
      [false, []],
      [true, ['cmod']],
      [null, ['cmod-unknown']],
    ] as const)
      expect(await verdictOn(without, playAt(150, { cmod }))).toEqual({ round: 1, reasons })
    expect(await verdictOn(event, playAt(150, { cmod: true }))).toEqual({ round: 1, reasons: [] })
  })

  it('rejects all but the first attempt where a round does, and asks only for plays in time', async () => {
    const first = {
      ...event,
      rounds: event.rounds.map((round) => ({ ...round, attempts: 'first' as const })),
    }
    const another = async () => false
    expect(await competitionEligibility(first, playAt(150), another)).toEqual({
      round: 1,
      reasons: ['not-first'],
    })
    expect(await verdictOn(first, playAt(150))).toEqual({ round: 1, reasons: [] })
    expect(await competitionEligibility(event, playAt(150), another)).toEqual({ round: 1, reasons: [] })
    expect(await competitionEligibility(first, playAt(99), another)).toEqual({
      round: 1,
      reasons: ['before-start'],
    })
  })

  it('returns null for a chart that is in no round', async () => {
    expect(await verdictOn(event, playAt(150, { chart: 'cccccccccccccccc' }))).toBeNull()
  })

  it('uses the round in which the play was played, if its chart is in several', async () => {
    const twice = { ...event, rounds: event.rounds.map((round) => ({ ...round, charts: [chart] })) }
    expect((await verdictOn(twice, playAt(150)))?.round).toBe(1)
    expect((await verdictOn(twice, playAt(250)))?.round).toBe(2)
    expect(await verdictOn(twice, playAt(205))).toEqual({ round: 1, reasons: ['between-rounds'] })
  })

  it('formats reasons as sentences', () => {
    const say = { rules: firstRules, round: 'Round 1' }
    expect(notInCompetitionText('received-late', say)).toBe(
      'It was played in time, but arrived too long after the end of Round 1.',
    )
    expect(notInCompetitionText('autoplay', say)).toBe('Autoplay was on: turn it off.')
  })
})
