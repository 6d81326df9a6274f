import { competitionDocument, timesOf } from '@stepledger/contracts/rules/competition-document.ts'
import { describe, expect, it } from 'vitest'
import { type HistoryEvent, history } from './history.ts'
import { sampleCompetition, sampleStart } from './sample-competition.ts'
import { type SeedOptions, wantedHistory } from './seed-options.ts'

const weekMs = 7 * 86_400_000
const given: SeedOptions = {
  event: 'blue-shift',
  players: 300,
  plays: 6_000,
  hotChartPlays: 0,
  seed: 1,
  now: Date.UTC(2027, 0, 20),
}

describe('the sample event', () => {
  it('has three rounds of three weeks and of twenty charts, none of them twice', () => {
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

  it('begins early in December when that is less than nine weeks ago, else so that now is in its middle', () => {
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

describe('its history', () => {
  const { seeding, competition } = wantedHistory(given)
  const deeds = [...history({ ...seeding, after: 0 }, 500)].flat()
  const plays = deeds.flatMap((deed) => (deed.kind === 'play' ? [deed] : []))
  const share = (of: (play: Extract<HistoryEvent, { kind: 'play' }>) => boolean) =>
    plays.filter(of).length / plays.length
  const roundAt = (at: number) => competition?.rounds.findIndex(({ end }) => at < end) ?? -1

  it('is spread from the first day of the event up to now', () => {
    const start = competition?.rounds[0]?.start ?? 0
    expect(plays).toHaveLength(6_000)
    expect(plays[0]?.at).toBeLessThan(start + 86_400_000)
    expect(plays.at(-1)?.at).toBe(given.now)
    expect(new Set(plays.map(({ at }) => Math.floor((at - start) / 86_400_000))).size).toBe(44)
  })

  it('is mostly on the charts of the round that is on, on all of them, now and then on others', () => {
    const onOther = share(({ at, chart }) => Math.floor(chart / 20) !== roundAt(at))
    expect(onOther).toBeGreaterThan(0.02)
    expect(onOther).toBeLessThan(0.15)
    expect(new Set(plays.map(({ chart }) => chart)).size).toBe(60)
    expect(new Set(plays.map(({ player }) => player)).size).toBeGreaterThan(200)
  })

  it('has plays that come in late', () => {
    expect(share(({ late }) => late > 0)).toBeGreaterThan(0.01)
    expect(share(({ late }) => late > 0)).toBeLessThan(0.03)
  })

  it('is the same for the same moment', () => {
    const again = [...history({ ...wantedHistory(given).seeding, after: 0 }, 500)].flat()
    expect(again).toEqual(deeds)
  })

  it('takes no options of another history, nor begins after now', () => {
    expect(() => wantedHistory({ ...given, charts: 5 })).toThrow('--charts')
    expect(() => wantedHistory({ ...given, start: Date.UTC(2027, 0, 21) })).toThrow('--start')
    expect(() => wantedHistory({ ...given, event: undefined })).toThrow('--now and --start')
    expect(() => wantedHistory({ players: 3, hotChartPlays: 0, seed: 1 })).toThrow('--plays')
  })
})
