import { buffer } from 'node:stream/consumers'
import { decodeEvent } from '@stepledger/contracts/events/codec.ts'
import type { Position } from '@stepledger/contracts/ledger/position.ts'
import { jsonText } from '@stepledger/contracts/play/json-text.ts'
import { unseal } from '@stepledger/contracts/play/sealing.ts'
import { unpackPlay } from '@stepledger/contracts/play/unpack-play.ts'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import type { Accounts } from '../deps.ts'
import { notificationSettingsOf } from '../notifications/notification-settings.ts'
import { aliasesOf, findPlayerRow } from '../player-row.ts'

/** A file of the zip. `read` is deterministic. */
export interface OwnFile {
  readonly name: string
  read(): Promise<Buffer>
}

/** Maximum refusals, by key, reason and day: more than those of a week. */
const maxRefused = 500

interface OwnData {
  readonly files: readonly OwnFile[]
  readonly plays: readonly OwnFile[]
}

/** A snapshot of all data of a player; plays are read lazily from the ledger. Null when the player no longer exists. */
export async function ownDataOf(accounts: Accounts, playerId: string): Promise<OwnData | null> {
  const { db, ledger, readModels } = accounts
  const player = await findPlayerRow(db, 'id', playerId)
  if (!player) return null
  const { sealing_key: key, picture } = player
  const documents = await documentsOf(accounts, playerId)
  const profile = {
    id: player.id,
    alias: player.alias,
    email: player.email,
    emailVerifiedAt: player.email_verified_at,
    countryId: player.country_id,
    timeZone: player.time_zone,
    preferredLeaderboards: player.preferred_leaderboards,
    inPublishedData: player.in_published_data,
    notifications: await notificationSettingsOf(db, playerId),
    createdAt: player.created_at,
    updatedAt: player.updated_at,
  }
  const positions = await readModels.playPositionsOf(playerId)
  const image = picture === null ? null : await pictureOf(accounts, picture)
  return {
    files: [
      ...Object.entries({ profile, ...documents }).map(([name, content]) => {
        const text = Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
        return { name: `${name}.json`, read: async () => text }
      }),
      ...(image ? [{ name: 'picture.jpg', read: async () => image }] : []),
    ],
    plays: positions.map(({ playId, ...position }) => ({
      name: `plays/${playId}.json`,
      read: () => bodyOf(ledger, position, key),
    })),
  }
}

/** Rows of tables without secrets, by file name. */
async function documentsOf({ db, readModels, refusedPlaysOf, now }: Accounts, playerId: string) {
  const rivals = await readModels.rivalsOf(playerId)
  const aliases = await aliasesOf(
    db,
    rivals.map(({ rival }) => rival),
  )
  return {
    rivals: rivals.map(({ rival, since }) => ({
      userId: rival,
      alias: aliases.get(rival) ?? null,
      since: new Date(since),
    })),
    milestones: (await readModels.milestonesOf(playerId)).map(({ playedAt, ...milestone }) => ({
      ...milestone,
      playedAt: new Date(playedAt),
    })),
    'refused-plays': (await refusedPlaysOf(playerId, { since: 0, before: now() + 1, limit: maxRefused })).map(
      ({ kind: _, at, ...refused }) => ({ ...refused, at: new Date(at) }),
    ),
    'api-keys': await db
      .selectFrom('accounts.api_keys')
      .select([
        'fingerprint',
        'name',
        'machine',
        'created_at as createdAt',
        'last_used_at as lastUsedAt',
        'last_used_network as lastUsedNetwork',
        'last_used_client as lastUsedClient',
      ])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    passkeys: await db
      .selectFrom('accounts.passkeys')
      .select(['name', 'device_type as deviceType', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    sessions: await db
      .selectFrom('accounts.sessions')
      .select(['device', 'created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
      .where('player_id', '=', playerId)
      .orderBy('created_at')
      .execute(),
    permissions: await db
      .selectFrom('accounts.permissions')
      .select(['permission', 'granted_at as grantedAt'])
      .where('player_id', '=', playerId)
      .execute(),
    'former-aliases': await db
      .selectFrom('accounts.former_aliases')
      .select(['alias', 'until'])
      .where('player_id', '=', playerId)
      .execute(),
    history: await db
      .selectFrom('accounts.audit')
      .select(['at', 'by', 'what', 'details'])
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute(),
  }
}

async function pictureOf({ storage }: Accounts, sha256: string): Promise<Buffer | null> {
  const file = await storage.get(mediaKey(sha256, 'jpg'))
  return file && buffer(file.stream)
}

/** The body of a play as submitted, with all fields. */
async function bodyOf(ledger: Accounts['ledger'], position: Position, sealingKey: Buffer): Promise<Buffer> {
  const recorded = await ledger.at('events', position)
  const event = recorded && decodeEvent(recorded.bytes)
  if (event?.type !== 'PlaySubmitted') throw new Error(`no play at ${position.partition}:${position.offset}`)
  return Buffer.from(jsonText(unpackPlay(event.data, unseal(event.data.sealed, sealingKey))))
}
