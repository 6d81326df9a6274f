import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { publishCharts } from './chart-tables.ts'
import { openDuck } from './duck.ts'
import { prepareNoise } from './noisy-cells.ts'

it('a chart that too few players have a ranked play on has no means', async () => {
  // Given two charts of 60 players, of whom all have a ranked play on one, and one player on the other
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-charts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const duck = await openDuck(folder)
  onTestFinished(() => duck.close())
  await prepareNoise(duck, { key: '', deviation: 0 })
  await duck.run(`
    create table this_month as select '2026-10-01'::date as month;
    create table month_plays as
      select player * 2 + i as id, player, chart, true as passed, 1.0::double as rate, i = 1 or player = 0 as ranked,
        8000 as hard_ex, 9000 as ex, 9500 as itg, -3.0::double as mean, 12.0::double as absolute, 15.0::double as deviation,
        '${Array(21).fill(1).join(' ')}' as judgments
      from range(60) players (player), (values ('few', 0), ('all', 1)) charts (chart, i)`)
  // When
  await publishCharts(duck, firstRules)
  // Then
  const rows = await duck.rows(
    `select chart, players::integer as players, ranked_players::integer as ranked_players,
      hard_ex, ex, itg, mean_offset, mean_absolute_offset, deviation from published_chart_months order by chart`,
    z.record(z.string(), z.unknown()),
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['all', 60, 60, 80, 90, 95, -3, 12, 15],
    ['few', 60, null, null, null, null, null, null, null],
  ])
})
