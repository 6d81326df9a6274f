import type { AnyEvent } from '@stepledger/contracts/events/registry.ts'
import { firstRules } from '@stepledger/contracts/rules/first-rules.ts'
import { copyWriter, createStagingTables, finishBulk } from '@stepledger/projections/fold/bulk-tables.ts'
import { createReadModels } from '@stepledger/projections/fold/read-models.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { settleStandings } from '@stepledger/projections/standings/settle-standings.ts'
import { databaseForTests } from '@stepledger/services/platform/database/testing/database-for-tests.ts'
import { copyIn } from '@stepledger/services/projector/build/bulk-worker.ts'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { announced, competition } from '../generators/competition.ts'
import { batchesOf, recordedIn } from '../generators/recorded.ts'
import { playerNumber } from '../generators/small-play.ts'
import { numberedEvents, start } from './numbered-events.ts'

const players = 400
const hot = 'f'.repeat(16)
const charts = Array.from({ length: 100 }, (_, n) => n.toString(16).padStart(16, '0'))

const { event, play } = numberedEvents()

/** A chart that everybody improved on three times, other charts, and players who follow two others each. */
function history(): AnyEvent[] {
  const ids = Array.from({ length: players }, (_, n) => playerNumber(n + 1))
  const rival = (n: number) => ids[n % players] ?? ''
  const follows = ids.flatMap((id, n) => [1, 7].map((step) => event('RivalAdded', id, rival(n + step), 0)))
  const plays = [0, 1, 2].flatMap((round) =>
    ids.flatMap((id, n) => {
      const at = round * 100_000 + n * 100
      const offset = 0.06 - round * 0.02 + ((n * 7) % 19) / 1_000
      return [hot, ...[1, 2, 3].map((step) => charts[(n + step * 31) % charts.length] ?? '')].map(
        (chart, i) => play(id, 1, offset, at + i, { chart }),
      )
    }),
  )
  return [...follows, ...plays]
}

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Join Filter'?: number | undefined
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly Plans?: Plan[] | undefined
}
const plan: z.ZodType<Plan> = z.object({
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Join Filter': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  Plans: z.array(z.lazy(() => plan)).optional(),
})
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })])

/** The most rows that a node of the plan produced or compared. */
function workOf(node: Plan): number {
  const rows =
    node['Actual Rows'] + (node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)
  return Math.max(rows * node['Actual Loops'], ...(node.Plans ?? []).map(workOf))
}

/** The same connection, which explains every statement that can be. */
function explaining(tx: Queryable, onWork: (statement: string, rows: number) => void): Queryable {
  const explain = async ({ text, values }: pg.QueryConfig) => {
    const { rows } = await tx.query({
      text: `explain (analyze, timing off, format json) ${text}`,
      values: values ?? [],
    })
    onWork(text, workOf(explained.parse(rows)[0]['QUERY PLAN'][0].Plan))
  }
  return {
    async query(query) {
      const text = query.text.trim()
      if (!/^(insert|update|delete|create temp table \w+ on commit|with|select)/.test(text))
        return tx.query(query)
      await tx.query({ text: 'savepoint explained' })
      await explain(query)
      await tx.query({ text: 'rollback to explained' })
      return tx.query(query)
    },
  }
}

it('no statement of a build compares more rows than the history gives it, with a hot chart, rivals and a competition', async () => {
  const database = await databaseForTests()
  onTestFinished(() => database.close())
  await database.pool.query(`${createReadModels('g1')};${createStagingTables('g1')}`)
  const events = history().map((each, offset) => ({ partition: 0, offset, event: each }))
  const writer = copyWriter('g1')
  writer.add(batchesOf(firstRules)(events))
  const work: { statement: string; rows: number }[] = []
  const improvements = await database.transaction(async (connection) => {
    for (const each of writer.take()) await copyIn(connection)(each)
    const tx = explaining(connection, (statement, rows) =>
      work.push({ statement: statement.replace(/\s+/g, ' ').slice(0, 100), rows }),
    )
    const into = { tx, schema: 'g1', rules: firstRules }
    await finishBulk({
      ...into,
      copy: copyIn(connection),
      recordedAt: recordedIn(events),
      onStep: async () => {},
    })
    const rounds = [{ name: 'Round 1', start: start - 1, end: start + 1e9, charts: [hot, ...charts] }]
    const change = { offset: 0, event: announced(competition({ rounds })) }
    await settleStandings(into, {
      events: { from: 0, next: 1, events: [change], recorded: new Map() },
      known: null,
      now: start,
    })
    const { rows } = await connection.query<{ n: number }>('select count(*) as n from g1.improvements')
    return rows[0]?.n ?? 0
  })

  expect(work.length).toBeGreaterThan(20)
  expect(work.filter(({ rows }) => rows > 10 * improvements)).toEqual([])
})
