import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { decodeOrNull } from '@stepledger/contracts/events/decode-or-null.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { packOwnerChanged } from '@stepledger/contracts/packs/events.ts'
import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import type { Database } from '../../platform/database/database.ts'
import { checkNewEvents, keepChecked } from '../../platform/ledger/checked-offsets.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'
import { ownedPacks } from './pack-ids.ts'

/**
 * Adds missing ids of packs and songs from the ledger. Needed when the database was restored from a backup that is older
 * than the ledger. Otherwise it reads the events of the last minute. Returns work for once a minute (`keepChecked`).
 */
export async function continuePackIds(
  database: Database,
  ledger: Pick<Ledger, 'read' | 'ends' | 'append'>,
): Promise<() => Promise<number>> {
  const checking = { database, ledger, schema: 'catalogue' } as const
  await appendOwners(database, ledger)
  return keepChecked(checking, await checkNewEvents(checking, adoptPacks), adoptPacks)
}

/** Appends the owners that an earlier release knew from its table alone. Idempotent, as the last one counts. */
async function appendOwners({ pool }: Database, ledger: Pick<Ledger, 'append'>): Promise<void> {
  const { rows } = await pool.query(
    'SELECT id, owner FROM catalogue.packs WHERE NOT owner_in_ledger ORDER BY id',
  )
  for (const { id, owner } of ownedPacks.parse(rows)) {
    const [key, data] = [String(id), { packId: id, owner }]
    const bytes = encodeEvent(packOwnerChanged, { id: randomUUID(), at: Date.now(), key, data })
    await ledger.append('events', { key, bytes })
    await pool.query('UPDATE catalogue.packs SET owner_in_ledger = true WHERE id = $1', [id])
  }
}

/**
 * Adds missing packs and songs among these events, renames packs and passes them on, and moves the sequences above their
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
    if (event?.type === 'PackOwnerChanged') {
      const { packId, owner } = event.data
      await tx.query({ text: 'UPDATE catalogue.packs SET owner = $2 WHERE id = $1', values: [packId, owner] })
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
