import { boards } from '@stepledger/projections/boards/bests-and-boards.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { records } from '@stepledger/projections/records/improvements-and-firsts.ts'
import { finishModels } from './finish-models.ts'
import { fiveYears, lastPlayAt } from './long-histories.ts'

export interface LargeBoard {
  readonly chart: string
  readonly players: number
}

/** Two countries: of every second player, and of every thousandth. */
export const largeCountry = 392
export const smallCountry = 56

/**
 * Writes charts on which each player has one play into an empty generation, and builds their boards and the history of
 * these. Players are numbered from 1, with their countries.
 */
export async function writeLargeBoards(
  tx: Queryable,
  schema: string,
  written: readonly LargeBoard[],
): Promise<void> {
  for (const [i, { chart, players }] of written.entries()) {
    await tx.query({
      text: `
        insert into ${schema}.charts (hash, known_at, title, artist, stepartist, meter, title_key, search, plays)
        values ($1, 0, 'Song', 'Artist', '', 9, 'song', 'song', 0)`,
      values: [chart],
    })
    await tx.query({
      text: `
        insert into ${schema}.plays (id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, rows, seconds,
          radar, points, hundredths, grades, judgments, eligible, reasons)
        select $1::bigint * 10000000 + n, ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, at, at, 0, n,
          int8send($1::bigint * 10000000 + n), '1.2', 500, 90, '{}', '{}', array[score, score, score], '{A,A,A}', '{}', true, '{}'
        from generate_series(1::bigint, $3::bigint) n,
          lateral (select $4::bigint - ($3 - n) * ($5::bigint / $3) as at, (5000 + n * 7919 % 5000)::integer as score) c`,
      values: [i + 1, chart, players, lastPlayAt, fiveYears],
    })
  }
  await tx.query({
    text: `
      insert into projector.countries (player, country)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid,
        case when n % 1000 = 0 then ${smallCountry} else ${largeCountry} end
      from generate_series(1, $1::integer) n where n % 1000 = 0 or n % 2 = 1`,
    values: [Math.max(...written.map(({ players }) => players))],
  })
  await finishModels(tx, schema, [boards, records])
}
