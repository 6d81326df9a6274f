import { getHeadToHead, listRivalRecords } from '@stepledger/contracts/http/head-to-head.ts'
import { getRivalNews } from '@stepledger/contracts/http/rival-news.ts'
import { getRivalPlays } from '@stepledger/contracts/http/rivals.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { headToHeadPage } from './head-to-head-page.ts'
import { rivalNewsPage } from './rival-news-page.ts'
import { rivalPlaysPage } from './rival-plays-page.ts'
import { rivalRecordsPage } from './rival-records-page.ts'

/** Serves the last plays of a player's rivals, and the records against them. */
export function serveRivals(app: FastifyInstance, readOwnPage: ReadOwnPage): void {
  serve(app, getRivalPlays, ({ caller: { playerId: player }, request, reply }) =>
    readOwnPage(request, reply, rivalPlaysPage, () => player),
  )
  serve(app, getRivalNews, ({ caller: { playerId: player }, query, request, reply }) =>
    readOwnPage(request, reply, rivalNewsPage, () => ({ player, ...query })),
  )
  serve(app, listRivalRecords, ({ caller: { playerId: player }, query, request, reply }) =>
    readOwnPage(request, reply, rivalRecordsPage, () => ({ player, ...query })),
  )
  serve(
    app,
    getHeadToHead,
    ({ caller: { playerId: player }, params: { id: other }, query, request, reply }) =>
      readOwnPage(request, reply, headToHeadPage, () => ({ player, other, query })),
  )
}
