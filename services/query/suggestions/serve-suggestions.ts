import { getSuggestions } from '@stepledger/contracts/http/suggestions.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { ReadOwnPage } from '../read-own-page.ts'
import { suggestionsPage } from './suggestions-page.ts'

/** Serves charts to play next. */
export function serveSuggestions(app: FastifyInstance, readOwnPage: ReadOwnPage): void {
  serve(app, getSuggestions, ({ caller: { playerId: player }, query, request, reply }) =>
    readOwnPage(request, reply, suggestionsPage, () => ({ player, ...query })),
  )
}
