import { randomUUID } from 'node:crypto'
import { decodeOrNull, encodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { RecordedEvent } from '@stepledger/contracts/ledger/recorded-event.ts'
import { packOwnerChanged } from '@stepledger/contracts/packs/events.ts'
import { packKey } from '@stepledger/contracts/packs/pack-limits.ts'
import type { Queryable } from '@stepledger/projections/queryable.ts'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { checkNewEvents, keepChecked } from '../../platform/ledger/checked-offsets.ts'
import type { Ledger } from '../../platform/ledger/ledger.ts'

type Db = Pick<Database, 'pool'>

/** `owner`: the player who may upload the pack again; null: operators only. */
interface OwnedPack {
  readonly id: number
  readonly owner: string | null
}

const ownedPacks = z.array(z.object({ id: z.number(), owner: z.string().nullable() }))

export async function packNamed({ pool }: Db, name: string): Promise<OwnedPack | null> {
  const { rows } = await pool.query('SELECT id, owner FROM catalogue.packs WHERE key = $1', [packKey(name)])
  return ownedPacks.parse(rows)[0] ?? null
}

/** The id of a pack by its id, or by a text: its name, or else its id. Null for none. */
export async function findPack({ pool }: Db, named: number | string): Promise<number | null> {
  const key = typeof named === 'string' ? packKey(named) : null
  const id = /^[1-9]\d{0,14}$/.test(String(named)) ? Number(named) : null
  const { rows } = await pool.query(
    'SELECT id, owner FROM catalogue.packs WHERE key = $1 OR id = $2 ORDER BY key <> $1 LIMIT 1',
    [key, id],
  )
  return ownedPacks.parse(rows)[0]?.id ?? null
}

/** Finds or creates a pack by name. A new one belongs to this uploader (null: operators). */
export async function packFor(db: Db, name: string, uploader: string | null): Promise<OwnedPack> {
  // A separate statement, whose snapshot includes a row that another process inserted concurrently.
  await db.pool.query('INSERT INTO catalogue.packs (key, owner) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    packKey(name),
    uploader,
  ])
  const pack = await packNamed(db, name)
  if (!pack) throw new Error('a pack was deleted while it was looked up')
  return pack
}

/** Only the owner and operators (null) may upload a pack. */
export function mayUpload(pack: OwnedPack, uploader: string | null): boolean {
  return uploader === null || pack.owner === uploader
}

export async function packsOwnedBy({ pool }: Db, player: string): Promise<number[]> {
  const { rows } = await pool.query('SELECT id, owner FROM catalogue.packs WHERE owner = $1', [player])
  return ownedPacks.parse(rows).map(({ id }) => id)
}

/** Notes at once that a pack was passed on to a player, or to the operators (null); the event says the same. */
export async function setPackOwner({ pool }: Db, id: number, owner: string | null): Promise<void> {
  await pool.query('UPDATE catalogue.packs SET owner = $2 WHERE id = $1', [id, owner])
}

/** Renames a pack. Returns false when another pack has the name. */
export async function renamePackKey({ pool }: Db, id: number, name: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE catalogue.packs SET key = $2 WHERE id = $1
       AND NOT EXISTS (SELECT FROM catalogue.packs other WHERE other.key = $2 AND other.id <> $1)`,
    [id, packKey(name)],
  )
  return rowCount === 1
}

/** A song with the SHA-256 of its last appended content; null before the first. */
interface KnownSong {
  readonly id: number
  readonly content: Buffer | null
}

const song = z.tuple([z.object({ id: z.number(), content: z.instanceof(Buffer).nullable() })])

/** Finds or creates the song of a folder of a pack, ignoring case. */
export async function songOf({ pool }: Db, packId: number, folder: string): Promise<KnownSong> {
  const key = packKey(folder)
  await pool.query('INSERT INTO catalogue.songs (pack, folder) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    packId,
    key,
  ])
  const { rows } = await pool.query(
    'SELECT id, content FROM catalogue.songs WHERE pack = $1 AND folder = $2',
    [packId, key],
  )
  return song.parse(rows)[0]
}

export async function recordContent({ pool }: Db, songId: number, content: Buffer): Promise<void> {
  await pool.query('UPDATE catalogue.songs SET content = $2 WHERE id = $1', [songId, content])
}

/** Rejection of an upload of another uploader's pack. */
export const ownedByAnother = {
  reason: 'A pack of this name belongs to another uploader.',
  advice: 'Give your pack another name, or ask an administrator to pass this one on to you.',
}

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
async function adoptPacks(tx: Queryable, events: readonly RecordedEvent[]): Promise<void> {
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
