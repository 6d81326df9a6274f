import { competitionDocument, timesOf } from '@stepledger/contracts/competition/competition-document.ts'
import { describe, expect, it } from 'vitest'
import { requestedHistory, type SeedOptions } from './command.ts'
import { sampleCompetition, sampleStart } from './competition.ts'
import { type HistoryEvent, history } from './history.ts'

const weekMs = 7 * 86_400_000
const given: SeedOptions = {
  event: 'blue-shift',
  players: 300,
  plays: 6_000,
  hotChartPlays: 0,
  seed: 1,
  now: Date.UTC(2027, 0, 20),
}

describe('the sample competition', () => {
  it('has three rounds of three weeks with twenty distinct charts each', () => {
    const document = sampleCompetition({ seed: 1, start: sampleStart(Date.UTC(2027, 0, 20)) })

    expect(competitionDocument.parse(document)).toEqual(document)
    expect(timesOf(document)).toMatchObject({
      start: Date.UTC(2026, 11, 7, 18),
      end: Date.UTC(2026, 11, 7, 18) + 9 * weekMs,
    })
    expect(document.rounds.map(({ end, start, charts }) => [end - start, charts.length])).toEqual([
      [3 * weekMs, 20],
      [3 * weekMs, 20],
      [3 * weekMs, 20],
    ])
    expect(new Set(document.rounds.flatMap(({ charts }) => charts)).size).toBe(60)
  })

  it('starts in December if that is less than nine weeks ago, otherwise so that now is in its fifth week', () => {
    for (const now of ['2026-12-07T18:00Z', '2026-12-31T12:00Z', '2027-02-08T17:59Z'])
      expect(new Date(sampleStart(Date.parse(now))).toISOString()).toBe('2026-12-07T18:00:00.000Z')
    for (const now of ['2026-11-22T12:00Z', '2026-12-07T17:59Z', '2027-02-08T18:00Z', '2027-07-01T00:00Z']) {
      const start = new Date(sampleStart(Date.parse(now)))
      expect([start.getUTCDay(), start.getUTCHours()]).toEqual([1, 18])
      const weeks = (Date.parse(now) - start.getTime()) / weekMs
      expect(weeks).toBeGreaterThan(3.9)
      expect(weeks).toBeLessThan(5)
    }
  })
})

describe('the history of the sample competition', () => {
  const { seeding, competition } = requestedHistory(given)
  const actions = [...history({ ...seeding, after: 0 }, 500)].flat()
  const plays = actions.flatMap((action) => (action.kind === 'play' ? [action] : []))
  const share = (of: (play: Extract<HistoryEvent, { kind: 'play' }>) => boolean) =>
    plays.filter(of).length / plays.length
  const roundAt = (at: number) => competition?.rounds.findIndex(({ end }) => at < end) ?? -1

  it('extends from the first day of the competition until now', () => {
    const start = competition?.rounds[0]?.start ?? 0
    expect(plays).toHaveLength(6_000)
    expect(plays[0]?.at).toBeLessThan(start + 86_400_000)
    expect(plays.at(-1)?.at).toBe(given.now)
    expect(new Set(plays.map(({ at }) => Math.floor((at - start) / 86_400_000))).size).toBe(44)
  })

  it('is mostly on charts of the current round, and sometimes on others', () => {
    const onOther = share(({ at, chart }) => Math.floor(chart / 20) !== roundAt(at))
    expect(onOther).toBeGreaterThan(0.02)
    expect(onOther).toBeLessThan(0.15)
    expect(new Set(plays.map(({ chart }) => chart)).size).toBe(60)
    expect(new Set(plays.map(({ player }) => player)).size).toBeGreaterThan(200)
  })

  it('has plays that are submitted late', () => {
    expect(share(({ late }) => late > 0)).toBeGreaterThan(0.01)
    expect(share(({ late }) => late > 0)).toBeLessThan(0.03)
  })

  it('is the same for the same time', () => {
    const again = [...history({ ...requestedHistory(given).seeding, after: 0 }, 500)].flat()
    expect(again).toEqual(actions)
  })

  it('rejects options for ordinary history and a start after now', () => {
    expect(() => requestedHistory({ ...given, charts: 5 })).toThrow('--charts')
    expect(() => requestedHistory({ ...given, start: Date.UTC(2027, 0, 21) })).toThrow('--start')
    expect(() => requestedHistory({ ...given, event: undefined })).toThrow('--now and --start')
    expect(() => requestedHistory({ players: 3, hotChartPlays: 0, seed: 1 })).toThrow('--plays')
  })
})
