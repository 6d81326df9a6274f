import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { connectionUrl, readConnection } from '@stepledger/services/embedded-postgres/data-folder.ts'
import { type Database, openDatabase } from '@stepledger/services/platform/database/database.ts'
import type { Ledger } from '@stepledger/services/platform/ledger/ledger.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'

/** Database (as owner of its tables) and ledger of the server that runs on a data folder. */
export async function openLedgerOf(dataDir: string): Promise<{ database: Database; ledger: Ledger }> {
  const connection = await readConnection(dataDir)
  if (!connection) throw new Error('no server runs there')
  const database = openDatabase({ url: connectionUrl(connection, dataDir, 'owner'), maxConnections: 4 })
  return { database, ledger: await postgresLedger({ database }) }
}

export interface Filling {
  readonly plays: number
  readonly charts: number
  readonly players: number
  /** Number of plays that the ledger already has. */
  readonly from?: number
}

export const chartNumber = (n: number) => (n + 1).toString(16).padStart(16, '0')
/** Above the ids that the server assigns in a test. */
export const firstPlayId = 1_000_000

/** Appends small plays to a ledger, as fast as possible. */
export async function fillLedger(
  ledger: Ledger,
  { plays, charts, players, from: first = 0 }: Filling,
): Promise<void> {
  const atOnce = 5_000
  const end = first + plays
  for (let from = first; from < end; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, end - from) }, (_, i) => from + i)
    await Promise.all(
      some.map((n) => {
        const play = smallPlay({
          playId: firstPlayId + n,
          player: playerNumber((n * 7) % players),
          chart: chartNumber((n * 13) % charts),
          at: 1_700_000_000_000 + n * 1_000,
          offset: ((n % 150) + 20) / 1_000,
        })
        return ledger.append('events', { key: play.key, bytes: encodeEvent(playSubmitted, play) })
      }),
    )
  }
}
