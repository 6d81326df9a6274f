import { listNotifications } from '@stepledger/contracts/http/notifications.ts'
import { getPlayMoment } from '@stepledger/contracts/http/play-moment.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { QueryDeps } from '../deps.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { notificationsPage } from './notifications-page.ts'
import { playMomentPage } from './play-moment-page.ts'

/** Serves what happened to a player, and what a play of theirs achieved. */
export function serveNotifications(
  app: FastifyInstance,
  readOwnPage: ReadOwnPage,
  { now }: Pick<QueryDeps, 'now'>,
): void {
  serve(app, listNotifications, ({ caller: { playerId: player }, query, request, reply }) => {
    const { leaderboard, kinds, before } = query
    const question = { player, leaderboard, kinds, before, now: now() }
    return readOwnPage(request, reply, notificationsPage, () => question)
  })
  serve(app, getPlayMoment, ({ caller, params: { id }, query: { leaderboard }, request, reply }) =>
    readOwnPage(request, reply, playMomentPage, () => ({
      id,
      caller: caller.playerId,
      leaderboard,
    })),
  )
}
