import type { AuthAnswer, User } from '@stepledger/contracts/http/shapes/user.ts'
import { countryOf } from '../../platform/countries/countries.ts'
import type { Accounts } from '../deps.ts'
import { playerRow } from '../player-row.ts'
import type { PlayerRow } from '../tables.ts'

/** Throws 401 when the account no longer exists. */
export async function ownUser(accounts: Accounts, playerId: string): Promise<User> {
  return describe(accounts, await playerRow(accounts.db, playerId))
}

/** Builds the answer to a sign-in. `deviceId`: of a known device. */
export async function authAnswer(
  accounts: Accounts,
  playerId: string,
  { token, deviceId, message }: { token: string; deviceId: string | null; message: string },
): Promise<AuthAnswer> {
  const row = await playerRow(accounts.db, playerId)
  const user = await describe(accounts, row)
  const device = accounts.devices.tokenFor(row.email_key, row.device_epoch, deviceId)
  return { token, device, user, permissions: user.permissions, message }
}

async function describe({ db, readModels }: Accounts, row: PlayerRow): Promise<User> {
  const [permissions, rivalUserIds, userHasSubmittedScore, blueShift] = await Promise.all([
    db
      .selectFrom('accounts.permissions')
      .select('permission')
      .where('player_id', '=', row.id)
      .orderBy('permission')
      .execute(),
    readModels.rivalIdsOf(row.id),
    readModels.hasPlays(row.id),
    readModels.eventRankOf(row.id),
  ])
  return {
    id: row.id,
    alias: row.alias,
    email: row.email,
    emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
    profileImageUrl: pictureUrl(row.picture),
    countryId: row.country_id,
    country: countryOf(row.country_id),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    blueShift,
    permissions: permissions.map(({ permission }) => permission),
    preferredLeaderboards: row.preferred_leaderboards,
    rivalUserIds,
    userHasSubmittedScore,
  }
}

/** Path of a picture, by its SHA-256. */
export function pictureUrl(sha256: string | null): string | null {
  return sha256 === null ? null : `/media/${sha256}`
}
