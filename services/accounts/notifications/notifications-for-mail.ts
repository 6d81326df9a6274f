import type { ListedNotifications } from '@stepledger/projections/notifications/list-notifications.ts'
import type { Accounts, NotificationsOfMail } from '../deps.ts'
import { wantedKinds } from './notification-settings.ts'

export interface MailReads extends Pick<Accounts, 'db' | 'refusedPlaysOf'> {
  readonly readModels: Pick<Accounts['readModels'], 'notificationsOf'>
}

/**
 * Returns the notifications of the kinds that a player has turned on, on the first of the preferred boards; null while
 * read models are being computed.
 */
export async function notificationsForMail(
  { db, readModels, refusedPlaysOf }: MailReads,
  playerId: string,
  interval: Pick<NotificationsOfMail, 'since' | 'before' | 'limit'>,
): Promise<ListedNotifications | null> {
  const player = await db
    .selectFrom('accounts.players as player')
    .innerJoin('accounts.notification_settings as settings', 'settings.player_id', 'player.id')
    .select(['player.preferred_leaderboards', 'settings.unwanted'])
    .where('player.id', '=', playerId)
    .executeTakeFirst()
  const kinds = wantedKinds(player?.unwanted ?? [])
  return readModels.notificationsOf(playerId, {
    ...interval,
    systemId: player?.preferred_leaderboards[0] ?? null,
    kinds,
    refused: kinds.includes('refused') ? await refusedPlaysOf(playerId, interval) : [],
  })
}
