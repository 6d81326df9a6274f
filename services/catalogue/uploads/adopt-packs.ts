import { decodeOrNull } from '@stepledger/contracts/events/decode-or-null.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkNewEvents, keepChecked } from '../../platform/ledger/checked-offsets.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

/**
 * Adds missing ids of packs and songs from the ledger. Needed when the database was restored from a backup that is older
 * than the ledger. Otherwise it reads the events of the last minute. Returns work for once a minute (`keepChecked`).
 */
export async function continuePackIds(
  database: Database,
  ledger: Pick<Ledger, 'read' | 'ends'>,
): Promise<() => Promise<number>> {
  const checking = { database, ledger, schema: 'catalogue' } as const
  return keepChecked(checking, await checkNewEvents(checking, adoptPacks), adoptPacks)
}

/**
 * Adds missing packs and songs among these events, names packs as they were renamed, and moves the sequences above their
 * ids. An added pack belongs to its uploader; an added song is appended again by its next upload. Idempotent.
 */
export async function adoptPacks(tx: Queryable, events: readonly RecordedEvent[]): Promise<void> {
  for (const { bytes } of events) {
    const event = decodeOrNull(bytes)
    if (event?.type === 'PackUploaded') {
      const { packId, name, uploader } = event.data
      await insertWithId(
        tx,
        'packs',
        'INSERT INTO catalogue.packs (id, key, owner) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [packId, packKey(name), uploader],
      )
    }
    if (event?.type === 'SongProcessed') {
      const { songId, packId, folder } = event.data
      await insertWithId(
        tx,
        'songs',
        'INSERT INTO catalogue.songs (id, pack, folder) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [songId, packId, packKey(folder)],
      )
    }
    if (event?.type === 'PackRenamed') {
      const { packId, name } = event.data
      await tx.query({
        text: `UPDATE catalogue.packs SET key = $2 WHERE id = $1 AND key <> $2
          AND NOT EXISTS (SELECT FROM catalogue.packs other WHERE other.key = $2)`,
        values: [packId, packKey(name)],
      })
    }
  }
}

async function insertWithId(
  tx: Queryable,
  table: 'packs' | 'songs',
  text: string,
  values: [id: number, ...unknown[]],
): Promise<void> {
  await tx.query({ text, values })
  const sequence = `catalogue.${table}_id_seq`
  await tx.query({
    text: `SELECT setval('${sequence}', $1::bigint)
      FROM ${sequence} WHERE last_value < $1::bigint OR (NOT is_called AND last_value = $1::bigint)`,
    values: [values[0]],
  })
}
