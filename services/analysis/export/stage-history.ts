import { boardNames } from '@stepledger/contracts/board-name.ts'
import type { Generation } from '@stepledger/projections/generation.ts'
import { placeOf } from './compared-plays.ts'
import { type Copying, copyFromPostgres } from './copy-from-postgres.ts'

/** SQL query of the players whose plays are published: without those who opted out or were erased. */
const publishedPlayers = 'select id, country_id from accounts.players where in_published_data'

/**
 * Copies the exported data of a generation into DuckDB tables: `history_plays`, `history_players`,
 * `history_charts`, `history_packs`, `history_pack_charts`, `history_totals`. Plays that were withdrawn or made by
 * autoplay, and players who opted out, are excluded. So are standings of running competitions, because each
 * daily change would be published with new noise.
 */
export async function stageHistory(copying: Copying, { schema, rules }: Generation): Promise<void> {
  const boards = boardNames.map((name) => placeOf(rules, name) + 1)
  const [hardEx, ex, itg] = boards.map((place) => (place > 0 ? `p.hundredths[${place}]` : 'null'))
  await copyFromPostgres(
    copying,
    'history_players',
    { id: 'UUID', country: 'VARCHAR' },
    `select id, country_id from (${publishedPlayers}) a`,
  )
  await copyFromPostgres(
    copying,
    'history_plays',
    {
      id: 'BIGINT',
      player: 'UUID',
      chart: 'VARCHAR',
      played: 'BIGINT',
      received: 'BIGINT',
      partition: 'SMALLINT',
      position: 'BIGINT',
      passed: 'BOOLEAN',
      rate: 'DOUBLE',
      ranked: 'BOOLEAN',
      rows: 'INTEGER',
      hard_ex: 'INTEGER',
      ex: 'INTEGER',
      itg: 'INTEGER',
      absolute: 'DOUBLE',
      mean: 'DOUBLE',
      deviation: 'DOUBLE',
      judgments: 'VARCHAR',
    },
    `select p.id, p.player, p.chart, p.played_at, p.at, p.partition, p."offset", p.passed, p.rate, p.eligible, p.rows,
       ${hardEx}, ${ex}, ${itg}, p.statistics[1], p.statistics[2], p.statistics[3], array_to_string(p.judgments, ' ')
     from ${schema}.plays p join (${publishedPlayers}) a on a.id = p.player
     where p.withdrawn_at is null and p.autoplay is not true`,
  )
  await copyFromPostgres(
    copying,
    'history_charts',
    {
      chart: 'VARCHAR',
      title: 'VARCHAR',
      artist: 'VARCHAR',
      steps_type: 'VARCHAR',
      difficulty: 'VARCHAR',
      meter: 'SMALLINT',
      length: 'DOUBLE',
      lowest_bpm: 'DOUBLE',
      highest_bpm: 'DOUBLE',
      peak_nps: 'DOUBLE',
      rows: 'INTEGER',
      holds: 'INTEGER',
      rolls: 'INTEGER',
      mines: 'INTEGER',
      stream_measures: 'INTEGER',
    },
    `select hash, title, artist, steps_type, difficulty, meter, length, facts->'bpms'->>'min', facts->'bpms'->>'max',
       facts->>'peakNps', facts->'counts'->>'rows', facts->'counts'->>'holds', facts->'counts'->>'rolls',
       facts->'counts'->>'mines',
       coalesce((select max((s->>'measures')::int) from jsonb_array_elements(facts->'streams') s), 0)
     from ${schema}.charts where described_by is not null and facts is not null`,
  )
  await copyFromPostgres(
    copying,
    'history_packs',
    { pack: 'INTEGER', name: 'VARCHAR', songs: 'INTEGER', added: 'BIGINT' },
    `select id, name, songs, created_at from ${schema}.packs where listed`,
  )
  await copyFromPostgres(
    copying,
    'history_pack_charts',
    { chart: 'VARCHAR', pack: 'INTEGER' },
    `select distinct c.hash, s.pack from ${schema}.simfile_charts c join ${schema}.simfiles s on s.id = c.simfile
     where s.listed`,
  )
  await copyFromPostgres(
    copying,
    'history_totals',
    {
      event: 'VARCHAR',
      board: 'VARCHAR',
      player: 'UUID',
      points: 'INTEGER',
    },
    `select t.slug, e.state->'document'->'boards'->>t.board, t.player, t.points
     from ${schema}.event_totals t join ${schema}.events e on e.slug = t.slug
     join (${publishedPlayers}) a on a.id = t.player
     where t.charts > 0 and t.round = 0 and e.state->>'closed' is not null`,
  )
}
