import { activity } from '@stepledger/projections/activity/activity.ts'
import { boards } from '@stepledger/projections/boards/bests-and-boards.ts'
import { milestones } from '@stepledger/projections/milestones/milestones.ts'
import { players } from '@stepledger/projections/players/players.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { ReadModel } from '@stepledger/projections/read-model.ts'
import { records } from '@stepledger/projections/records/improvements-and-firsts.ts'
import { finishModels } from './finish-models.ts'

/** The time of the last play, and the time over which plays are spread, ms. */
export const lastPlayAt = 1_760_000_000_000
export const fiveYears = 5 * 365 * 86_400_000

/** What a profile is read from. */
const models: readonly ReadModel[] = [boards, records, players, activity, milestones]

export interface LongHistory {
  readonly player: string
  readonly plays: number
}

/**
 * Writes players' plays on the same charts over the same five years into an empty generation without indexes on these
 * tables, and builds from them what a profile reads. Scores rise over the years, so that bests have long histories.
 */
export async function writeLongHistories(
  tx: Queryable,
  schema: string,
  { charts, histories }: { readonly charts: number; readonly histories: readonly LongHistory[] },
): Promise<void> {
  await tx.query({
    text: `
      insert into ${schema}.charts (hash, known_at, title, artist, stepartist, meter, title_key, search, plays)
      select lpad(to_hex(n), 16, '0'), 0, 'Song ' || n, 'Artist', '', 6 + n % 12, 'song ' || n, 'song ' || n, 0
      from generate_series(0, $1::integer - 1) n`,
    values: [charts],
  })
  for (const [i, { player, plays }] of histories.entries())
    await tx.query({
      text: `
        insert into ${schema}.plays (id, player, chart, at, played_at, partition, "offset", fingerprint, body_version, rows, seconds,
          radar, points, hundredths, grades, judgments, eligible, reasons)
        select $1::bigint * 10000000 + n, $2, lpad(to_hex(n * 7919 % $4::bigint), 16, '0'), at, at, 0, n, int8send(n), '1.2', 500, 90,
          '{}', '{}', array[score, score, score], '{A,A,A}', '{}', true, '{}'
        from generate_series(0::bigint, $3::bigint - 1) n,
          lateral (select $5::bigint - $6::bigint + (n + 1) * ($6::bigint / $3) as at,
            (7000 + n * 2000 / $3 + n * 7907 % 900)::integer as score) c`,
      values: [i + 1, player, plays, charts, lastPlayAt, fiveYears],
    })
  await finishModels(tx, schema, models)
}
