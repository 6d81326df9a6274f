import { createHash, randomUUID } from 'node:crypto'
import { mediaKey } from '@stepledger/contracts/storage-keys.ts'
import { readCheckpoints } from '@stepledger/projections/generations/checkpoints.ts'
import { readLiveGeneration } from '@stepledger/projections/generations/live-generation.ts'
import { continuePackIds, packFor, songOf } from '@stepledger/services/catalogue/uploads/pack-ids.ts'
import { continuePlayIds } from '@stepledger/services/ingest/play-ids/continue-play-ids.ts'
import { openClaims } from '@stepledger/services/ingest/play-ids/idempotency-claims.ts'
import { playWriter, type WrittenPlay } from '@stepledger/services/ingest/record-play.ts'
import { migrateTables } from '@stepledger/services/migrate-all.ts'
import type { Engine } from '@stepledger/services/platform/engine.ts'
import { initialiseLedger } from '@stepledger/services/platform/ledger/initialise-ledger.ts'
import type { Storage } from '@stepledger/services/platform/storage/storage.ts'
import { runProjector } from '@stepledger/services/projector/run-projector.ts'
import fc from 'fast-check'
import { vi } from 'vitest'
import { addPlayers } from '../generators/add-players.ts'
import { appendHistory } from '../generators/append-history.ts'
import { historyOfCrowd } from '../generators/history.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { quiet } from './place.ts'

export const players = [playerNumber(1), playerNumber(2), playerNumber(3)]
const chart = 'aaaaaaaaaaaaaaaa'

/** A system with a history, accounts, packs and files. */
export async function fill(engine: Engine & { readonly storage: Storage }): Promise<void> {
  const { database, ledger, storage } = engine
  await migrateTables(database)
  await initialiseLedger(ledger, {
    ledgerId: randomUUID(),
    at: 0,
    eventIds: [randomUUID(), randomUUID()],
    database,
  })
  const named = players.map((id, n) => ({
    id,
    alias: `Ann\\${n}\t\n"`,
    country: 276,
    sealingKey: Buffer.alloc(32, n),
  }))
  await addPlayers(database, named, new Date(0))
  const { id } = await packFor(database, 'Pack', players[0] ?? null)
  await songOf(database, id, 'Song')
  for (let crowd = 1; crowd <= 5; crowd++)
    for (const history of fc.sample(historyOfCrowd(crowd), { numRuns: 1, seed: crowd }))
      await appendHistory(ledger, history)
  // As a server does when it starts.
  await continuePlayIds(database, ledger)
  await continuePackIds(database, ledger)
  for (let n = 0; n < 12; n++) {
    const content = Buffer.alloc(2_000 + n, n)
    await storage.put(mediaKey(createHash('sha256').update(content).digest('hex'), 'webp'), content)
  }
}

/** Writes plays as ingest does. Equal `content` of a player is one play. */
export function playsOf({ database, ledger }: Engine): {
  send(player: string, content: string): Promise<WrittenPlay>
  drained(): Promise<void>
} {
  const claims = openClaims(database, ledger)
  const writer = playWriter(claims, ledger, quiet)
  return {
    send(player, content) {
      const { data } = smallPlay({ playId: 1, player, chart, at: 1, offset: 0.01, content })
      return writer.write({ player, fingerprint: data.fingerprint, key: null, receivedAt: Date.now(), data })
    },
    drained: writer.drained,
  }
}

/** Runs the projector until it has folded everything; returns the schema of the live generation. */
export async function foldAll(engine: Engine): Promise<string> {
  const { database, ledger } = engine
  const projector = await runProjector({ ...engine, redis: null }, quiet, { pollMs: 20 })
  try {
    const ends = await ledger.ends('events')
    return await vi.waitUntil(
      async () => {
        const live = await readLiveGeneration(database)
        const next = live && (await readCheckpoints(database.pool, live.id))
        return next && ends.every((end, partition) => (next[partition] ?? 0) >= end) ? live.schema : null
      },
      { timeout: 60_000, interval: 20 },
    )
  } finally {
    await projector.stop()
  }
}
