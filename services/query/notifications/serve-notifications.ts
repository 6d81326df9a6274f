import {
  listNotifications,
  notificationKinds,
  notificationsShown,
} from '@stepledger/contracts/http/notifications.ts'
import { getPlayMoment } from '@stepledger/contracts/http/play-moment.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import type { ServeOwnPage } from '../serve-page.ts'
import { notificationsPage } from './notifications-page.ts'
import { playMomentPage } from './play-moment-page.ts'

/** Serves what happened to a player, and what a play of theirs achieved. */
export function serveNotifications(
  app: FastifyInstance,
  { readOwnPage, serveOwnPage }: { readonly readOwnPage: ReadOwnPage; readonly serveOwnPage: ServeOwnPage },
  { now, refusedPlaysOf }: Pick<QueryDeps, 'now' | 'refusedPlaysOf'>,
): void {
  serve(app, listNotifications, async ({ caller: { playerId: player }, query, request, reply }) => {
    const { leaderboard, kinds = notificationKinds } = query
    // Events may end later.
    const latest = now() + 1
    const before = query.before === undefined ? latest : Math.min(latest, Date.parse(query.before))
    const interval = { since: 0, before, limit: notificationsShown + 1 }
    const refused = kinds.includes('refused') ? await refusedPlaysOf(player, interval) : []
    return readOwnPage(request, reply, notificationsPage, { player, leaderboard, kinds, before, refused })
  })
  serveOwnPage(getPlayMoment, playMomentPage)
}
