import { noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { measures } from '@stepledger/contracts/analysis/measure.ts'
import { expect, it } from 'vitest'
import { type Answers, compare, half, last, within } from './answers.ts'
import {
  average,
  changesInSessions,
  type ExpectedPlay,
  gains,
  meansByCell,
  monthOf,
} from './expected-answers.ts'

/** Answers about players, sessions and events. */
export function playerQuestionTests(answers: () => Answers): void {
  it('session-drift', async () => {
    const { answer, plays, published } = answers()
    const rows = await answer('session-drift')
    const changes = changesInSessions(plays)
    const cells = await published('sessions', 'minute')
    for (const [column, value] of [
      ['later, ms', 'offset'],
      ['wider, ms', 'deviation'],
    ] as const) {
      const means = within(
        meansByCell(
          changes,
          ({ cell }) => cell,
          (change) => change[value],
        ),
        cells,
      )
      compare(
        rows,
        column,
        means,
        last,
        (minute) => rows.find((row) => String(row.minute) === minute),
        half(measures.change),
      )
    }
  })

  it('who-improves', async () => {
    const { answer, plays, published } = answers()
    const rows = await answer('who-improves')
    const means = within(
      meansByCell(
        gains(plays),
        ({ cell }) => cell,
        ({ gain }) => gain,
      ),
      await published('players', 'level, plays'),
    )
    const rowOf = (group: string) =>
      rows.find(({ level, played }) => group === `${level} ${String(played).split('–')[0]}`)
    compare(rows, 'gain', means, (cell) => cell.slice(8), rowOf, half(measures.change))
  })

  it('active-players, who-comes-back and hours-of-play', async () => {
    const { answer, plays, published } = answers()
    const players = (of: readonly ExpectedPlay[]) => new Set(of.map(({ player }) => player))
    const [october, november] = ['2026-10', '2026-11'].map((month) =>
      players(plays.filter((play) => monthOf(play) === month)),
    )
    if (!october || !november) throw new Error('there are two months')
    const stayed = [...november].filter((player) => october.has(player)).length
    const fresh = november.size - stayed
    const active = await answer('active-players')
    const near = (found: unknown, truth: number) =>
      expect(Math.abs(Number(found) - truth)).toBeLessThan(4 * noiseDeviation + 1)
    near(active[0]?.players, october.size)
    near(active[1]?.players, november.size)
    near(active[0]?.['new players'], october.size)
    near(active[1]?.['new players'], fresh)
    const [, later] = await answer('who-comes-back')
    const share = (100 * stayed) / october.size
    expect(Math.abs(Number(later?.share) - share)).toBeLessThan(
      (4 * noiseDeviation * Math.SQRT2 * 100) / october.size,
    )
    // The mean over the months that have the hour.
    const shown = await published('hours', "weekday, '-', hour")
    for (const { hour, players: found } of await answer('hours-of-play')) {
      const counts = ['2026-10', '2026-11']
        .filter((month) => shown.has(`${month} - ${hour}`))
        .map(
          (month) =>
            players(
              plays.filter((play) => monthOf(play) === month && new Date(play.at).getUTCHours() === hour),
            ).size,
        )
      expect(counts.length).toBeGreaterThan(0)
      expect(Math.abs(Number(found) - average(counts))).toBeLessThan(
        (4 * noiseDeviation) / Math.sqrt(counts.length) + 1,
      )
    }
  })

  it('event-gaps', async () => {
    const { answer, exported, given } = answers()
    const rows = await answer('event-gaps')
    const { schema } = await given.live()
    const { rows: totals } = await given.database.pool.query(
      `select e.state->'document'->'boards'->>t.board as board, t.points from ${schema}.event_totals t
       join ${schema}.events e on e.slug = t.slug where t.round = 0`,
    )
    const shown = await exported.ask('select * from event_standings order by board, from_points desc')
    expect(rows.map(({ board, points }) => [board, points])).toEqual(
      shown.map((band) => [band.board, (Number(band.from_points) + Number(band.to_points)) / 2]),
    )
    for (const board of new Set(shown.map((band) => band.board))) {
      let above = 0
      for (const [nth, band] of shown.filter((each) => each.board === board).entries()) {
        const own = totals.filter(
          (total) =>
            total.board === board &&
            total.points >= Number(band.from_points) &&
            total.points <= Number(band.to_points),
        ).length
        expect(Math.abs(own - Number(band.players))).toBeLessThan(4 * noiseDeviation + 1)
        // Published bands only, each with its own noise.
        const found = rows.filter((row) => row.board === board)[nth]
        const error = 4 * noiseDeviation * Math.sqrt(nth + 1 / 4) + nth + 2
        expect(Math.abs(Number(found?.rank) - (above + own / 2))).toBeLessThan(error)
        above += own
      }
    }
  })
}
