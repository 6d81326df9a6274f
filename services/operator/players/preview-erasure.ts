import { type StoredGeneration, schemaOf } from '@stepledger/projections/generations/live-generation.ts'
import { z } from 'zod'
import { filesOf, ownPictureOf } from '../../accounts/erasure/player-files.ts'
import type { Store } from '../store.ts'

/** Numbers of rows of a player that an erasure deletes. */
const counts = z.object({
  sessions: z.int(),
  apiKeys: z.int(),
  passkeys: z.int(),
  mails: z.int(),
  history: z.int(),
  uploads: z.int(),
  plays: z.int(),
  rivals: z.int(),
  rivalOf: z.int(),
})
export type ErasurePreview = z.infer<typeof counts> & { readonly files: number }

/** Counts what an erasure would delete. Plays and rivals are counted in the live generation. */
export async function previewErasure(
  { database }: Pick<Store, 'database'>,
  playerId: string,
  live: StoredGeneration | null,
): Promise<ErasurePreview> {
  const g = live && schemaOf(live.id)
  const shown = (name: string, from: string) =>
    g === null ? `0 AS "${name}"` : `(SELECT count(*) FROM ${g}.${from}) AS "${name}"`
  const own = (name: string, table: string) =>
    `(SELECT count(*) FROM accounts.${table} WHERE player_id = $1) AS "${name}"`
  const { rows } = await database.pool.query(
    `SELECT ${[
      own('sessions', 'sessions'),
      own('apiKeys', 'api_keys'),
      own('passkeys', 'passkeys'),
      own('mails', 'mails'),
      own('history', 'audit'),
      '(SELECT count(*) FROM catalogue.uploads WHERE uploader = $1) AS uploads',
      shown('plays', 'plays WHERE player = $1'),
      shown('rivals', 'rivals WHERE player = $1'),
      shown('rivalOf', 'rivals WHERE rival = $1'),
    ].join(', ')}`,
    [playerId],
  )
  const files = await filesOf(database, playerId)
  const picture = await ownPictureOf(database, playerId)
  return { ...z.tuple([counts]).parse(rows)[0], files: files.length + (picture === null ? 0 : 1) }
}
