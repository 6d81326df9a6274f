import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import type { CompetitionEvent } from '@stepledger/contracts/competition/events.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { readable } from '@stepledger/projections/read-database.ts'
import { countingScores } from '@stepledger/projections/standings/counting-scores.ts'
import { rankedTotals } from '@stepledger/projections/standings/ranked-totals.ts'
import { latestRules } from '@stepledger/services/platform/ledger/published-rules.ts'
import { settlerOf } from '@stepledger/services/projector/fold/settler.ts'
import { ensureLiveGeneration } from '@stepledger/services/projector/generations/ensure-live-generation.ts'
import { openReadModels } from '@stepledger/services/read-models.ts'
import {
  announced,
  competition,
  exponential,
  pointsChanged,
  stepped,
  windowChanged,
} from '../../generators/competition.ts'
import type { Cleanup } from '../cleanup.ts'
import { latenciesOf } from '../figures.ts'
import type { Flags } from '../flags.ts'
import { interleaved } from '../rounds.ts'
import { type Row, rowOf } from '../rows.ts'
import { openBenchEngine } from '../setup/open-engine.ts'

const players = 20_000
const plays = 1_000_000
const rounds = 3
const chartsARound = 20
const begin = Date.parse('2026-12-07T00:00:00Z')
const threeWeeks = 21 * 86_400_000
const chartOf = (n: number) => n.toString(16).padStart(16, '0')

const event: CompetitionDocument = competition({
  rounds: Array.from({ length: rounds }, (_, i) => ({
    name: `Round ${i + 1}`,
    start: begin + i * threeWeeks,
    end: begin + (i + 1) * threeWeeks,
    charts: Array.from({ length: chartsARound }, (_, n) => chartOf(i * chartsARound + n)),
  })),
})
const last = event.rounds[rounds - 1]?.end ?? 0

/**
 * A competition of 20,000 players, 60 charts and a million plays: time to settle one more play, a moved deadline and
 * another formula, compared with one SQL statement that computes all sums without storing them. Meanwhile the first
 * page of the standings is read in a loop.
 */
export async function measureStandings(flags: Flags, cleanup: Cleanup): Promise<Row[]> {
  const bench = await openBenchEngine(cleanup)
  const { database, ledger } = bench.engine
  const inForce = await latestRules(ledger)
  if (!inForce) throw new Error('the ledger has no rules')
  await ensureLiveGeneration(database, inForce)
  const generation = await readLiveGeneration(database)
  if (!generation) throw new Error('no generation is live')
  const { schema, rules } = generation
  const { pool } = database
  // Filled without indexes and not through the ledger, which would take minutes for a million plays.
  await pool.query(
    `alter table ${schema}.attempts drop constraint attempts_pkey; drop index ${schema}.attempts_of_player`,
  )
  await pool.query(slimRows(schema), [plays, players, rounds * chartsARound, begin, threeWeeks, chartsARound])
  await pool.query(
    `alter table ${schema}.attempts add primary key (play_id); create index attempts_of_player on ${schema}.attempts (chart, player, at)`,
  )
  await pool.query(`vacuum analyze ${schema}.attempts`)
  const append = (said: CompetitionEvent) =>
    ledger.append('rules', { key: said.key, bytes: encodeAnyEvent(said) })
  const settler = settlerOf(bench.engine, generation)
  await append(announced(event))
  await settler.settle()
  await pool.query(
    `vacuum analyze ${schema}.event_scores, ${schema}.event_sums, ${schema}.event_rankings, ${schema}.event_boards`,
  )
  const models = readable(generation, openReadModels(pool))

  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  /** Reads a page of the standings in a loop while `work` runs. */
  const settledUnderReaders = async () => {
    let settling = true
    const took: number[] = []
    const reading = (async () => {
      while (settling)
        took.push(
          await timed(() => rankedTotals(models, { slug: event.slug, round: 0, board: 0 }, { limit: 25 })),
        )
    })()
    const ms = await timed(() => settler.settle())
    settling = false
    await reading
    return { ms, read: latenciesOf(took).p99 }
  }
  const newPlay = async (round: number) => {
    await pool.query(
      `insert into ${schema}.attempts (play_id, chart, player, at, played_at, hundredths, grades, counts, only_failed)
       select $1, chart, player, at + 1, played_at + 1, array[9990 + $2, 9990 + $2, 9990 + $2], grades, true, false from ${schema}.attempts where play_id = $3`,
      [plays + 1 + round, round, 1_000 * (round + 1)],
    )
    await pool.query(
      `insert into ${schema}.standings_queue (chart, player, played_at) select chart, player, played_at from ${schema}.attempts where play_id = $1`,
      [plays + 1 + round],
    )
  }
  const plain = countingScores({ schema, rules }, [{ ...event, takenOut: [] }])
  const plainly = { text: plainSums(plain.text), values: [...plain.values] }

  const measured = await interleaved(
    flags.rounds,
    async (round) => {
      await newPlay(round)
      const play = await settledUnderReaders()
      await append(
        windowChanged(event, rounds, { start: last - threeWeeks, end: last - (round + 1) * 3_600_000 }),
      )
      const deadline = await settledUnderReaders()
      await append(pointsChanged(event.slug, round % 2 === 0 ? stepped : exponential))
      const formula = await settledUnderReaders()
      return {
        play: play.ms,
        deadline: deadline.ms,
        formula: formula.ms,
        read: Math.max(deadline.read, formula.read),
      }
    },
    async () => {
      const all = await timed(() => pool.query(plainly))
      const read = latenciesOf(
        await Promise.all([
          timed(() => rankedTotals(models, { slug: event.slug, round: 0, board: 0 }, { limit: 25 })),
        ]),
      ).p99
      return { play: all, deadline: all, formula: all, read }
    },
  )
  const of = `of an event of ${plays.toLocaleString('en-US')} plays`
  const text = { path: 'standings', unit: 'ms', floorIs: 'one SQL statement over all plays' } as const
  return [
    rowOf({ ...text, what: `one more play ${of}`, aim: { most: 300 } }, measured, ({ play }) => play),
    rowOf(
      { ...text, what: `a deadline moved past some hundred plays ${of}`, aim: { most: 5_000 } },
      measured,
      ({ deadline }) => deadline,
    ),
    rowOf(
      { ...text, what: `another formula ${of}`, aim: { most: 5_000 } },
      measured,
      ({ formula }) => formula,
    ),
    rowOf(
      { ...text, what: 'the first page during these, p99', floorIs: 'read with nothing else to do' },
      measured,
      ({ read }) => read,
    ),
  ]
}

/**
 * Rows of `attempts`, spread over players, charts and the weeks of the rounds. Scores get
 * realistic values.
 */
function slimRows(schema: string): string {
  return `
    insert into ${schema}.attempts (play_id, chart, player, at, played_at, hundredths, grades, counts, only_failed)
    select n, lpad(to_hex(chart), 16, '0'), (lpad(to_hex((player * 2654435761) % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(player::text, 12, '0'))::uuid,
      at, at, array[score, least(10000, score + 400), least(10000, score + 600)], '{A,A,A}', n % 20 <> 0, n % 20 = 0
    from (
      select n, n % $2::bigint as player, (n * 7919 + n / $2::bigint) % $3::bigint as chart,
        $4::bigint + ((n * 7919 + n / $2::bigint) % $3::bigint / $6::bigint) * $5::bigint + (n * 104729) % $5::bigint as at,
        10000 - ((power(((n * 31337) % 10007) / 10007.0, 2)) * 5000)::integer as score
      from generate_series(1::bigint, $1::bigint) as n
    ) played`
}

/** All sums of a competition, with SQL window functions. */
function plainSums(scores: string): string {
  return `
    select round, board, player, sum(points), count(*)
    from (
      select round, board, player,
        greatest(1, round(10000 * exp(-0.08 * (rank() over (partition by round, chart, board order by score desc) - 1)))) as points
      from (${scores}) s cross join unnest(s.hundredths) with ordinality as b(score, board)
    ) ranked
    group by grouping sets ((round, board, player), (board, player))`
}
