import { levelsOfRunningMonth } from '@stepledger/contracts/analysis/anonymity.ts'
import type { Duck } from './duck.ts'
import { layersOf } from './layers.ts'
import { pseudonym } from './pseudonym.ts'

const columns = [
  'played',
  'chart',
  'steps_type',
  'meter',
  'rate',
  'passed',
  'ranked',
  'hard_ex',
  'ex',
  'itg',
] as const

/** An expression of SQL over `month_plays` for each column: what a level publishes. */
type Level = Readonly<Record<(typeof columns)[number], string>>

const exactly: Level = {
  played: "date_trunc('hour', moment)",
  chart: 'chart',
  steps_type: 'steps_type',
  meter: 'meter',
  rate: 'round(rate * 20) / 20',
  passed: 'passed',
  ranked: 'ranked',
  hard_ex: 'floor(hard_ex / 100)',
  ex: 'floor(ex / 100)',
  itg: 'floor(itg / 100)',
}
const day = "date_trunc('day', moment)"
const toFive = { rate: 'null', hard_ex: 'null', ex: '5 * floor(ex / 500)', itg: 'null' }

/** In the order of `detailLevels`. */
const levels: readonly Level[] = [
  exactly,
  { ...exactly, played: day },
  { ...exactly, ...toFive, played: day },
  { ...exactly, played: 'month' },
  { ...exactly, ...toFive, played: 'month' },
  { ...exactly, ...toFive, played: day, chart: 'null' },
  { ...exactly, ...toFive, played: 'month', chart: 'null' },
  { ...exactly, ...toFive, played: 'month', chart: 'null', ranked: 'null', ex: 'null' },
]

/**
 * Makes `published_plays` of the plays of `month_plays`: each at the first level at which it passes for plays of enough
 * players (layers.ts), and none that never does. `final`: the month is over. `secret` decides which play of a player
 * comes first, and gives the pseudonyms.
 */
export async function publishPlays(
  duck: Duck,
  { final, secret }: { readonly final: boolean; readonly secret: string },
): Promise<void> {
  await duck.run(`
    create or replace table published_plays (id BIGINT, play VARCHAR, month DATE, played TIMESTAMP, detail SMALLINT, chart VARCHAR,
      steps_type VARCHAR, meter SMALLINT, rate DOUBLE, passed BOOLEAN, ranked BOOLEAN, hard_ex SMALLINT, ex SMALLINT,
      itg SMALLINT)`)
  const open: readonly number[] = levelsOfRunningMonth
  const names = columns.join(', ')
  for (const [i, level] of levels.entries()) {
    const detail = i + 1
    if (!final && !open.includes(detail)) continue
    const expressions = columns.map((column) => `${level[column]} as ${column}`).join(', ')
    await duck.run(`
      create or replace table unpublished as
        select id, player, month, ${expressions} from month_plays anti join published_plays using (id);
      insert into published_plays select id, ${pseudonym('id', secret)}, month, played, ${detail}, ${columns.slice(1).join(', ')}
        from (${layersOf('unpublished', names, secret)})`)
  }
  await duck.run('drop table if exists unpublished')
}
