import { homeRecentPlays } from '@stepledger/contracts/http/home.ts'
import { notificationKinds, notificationsShown } from '@stepledger/contracts/http/notifications.ts'
import { rivalNewsShown } from '@stepledger/contracts/http/rivals.ts'
import { newsOfRivals } from '@stepledger/projections/boards/rivals-on-boards.ts'
import { standingsOf } from '@stepledger/projections/boards/standings-of-play.ts'
import { lastPlays, mostPlayedLately } from '@stepledger/projections/catalogue/recent-plays.ts'
import { fillPassings } from '@stepledger/projections/notifications/notifications.ts'
import { listNotifications } from '@stepledger/projections/notifications/reads.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { GenerationDb } from '@stepledger/projections/read-database.ts'
import { findHomeCompetition } from '@stepledger/services/query/competitions/competition-of-home.ts'
import { fiveYears, lastPlayAt } from '../../generators/long-histories.ts'
import type { TimedRead } from './timed-reads.ts'

/** A player and a rival. */
interface Pair {
  readonly player: string
  readonly other: string
}

const mostPlayedShown = 5

/** Makes two players rivals, every hundredth play late, and lets an operator withdraw every two hundredth. */
export async function writeNotifications(
  tx: Queryable,
  generation: Pick<GenerationDb, 'schema' | 'rules'>,
  { player, other }: Pair,
): Promise<void> {
  const { schema } = generation
  await tx.query({
    text: `insert into ${schema}.rivals (player, rival, since) values ($1, $2, $3), ($2, $1, $3)`,
    values: [player, other, lastPlayAt - fiveYears],
  })
  await tx.query({ text: fillPassings(generation) })
  await tx.query({
    text: `update ${schema}.plays set played_at = at - 86400000,
      withdrawn_at = case when id % 200 = 0 then at end, withdrawn_by = case when id % 200 = 0 then 'operator' end
      where id % 100 = 0`,
  })
}

/** The bell and the home page; the bell has no count: it is marked by the time of the latest of the list. */
export function homeReads(
  generation: GenerationDb,
  system: number,
  since: number,
): Readonly<Record<string, TimedRead<Pair>>> {
  return {
    'the list of the bell': ({ player }) =>
      listNotifications(generation, player, {
        systemId: system,
        kinds: notificationKinds,
        since: 0,
        before: lastPlayAt + 1,
        limit: notificationsShown,
        refused: [],
      }),
    'home: latest plays, most played charts': async () => {
      await findHomeCompetition(generation, lastPlayAt)
      await lastPlays(generation, {}, homeRecentPlays)
      await mostPlayedLately(generation, mostPlayedShown)
    },
    'home: own last play with ranks, news of a rival': async ({ player, other }) => {
      const [last] = await lastPlays(generation, { player }, 1)
      if (last) await standingsOf(generation, { chart: last.chart.hash, player, playId: last.playId })
      await newsOfRivals(generation, { player, rivals: [other], system, since, limit: rivalNewsShown })
    },
  }
}
