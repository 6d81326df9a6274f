import type { FastifyInstance } from 'fastify'
import { continuePlayIds } from '../platform/plays/play-ids.ts'
import { serveAuthCheck } from './auth-check.ts'
import { openClaims } from './claims.ts'
import type { IngestDeps } from './deps.ts'
import { playKeeper } from './keep-play.ts'
import { playWriter } from './play-writer.ts'
import { serveRivals } from './rivals.ts'
import { singleStatementWriter } from './single-statement-writer.ts'
import { serveSubmitPlay } from './submit-play.ts'
import { serveSubmitPlays } from './submit-plays.ts'
import { serveWithdrawPlay } from './withdraw-play.ts'

/** Appends what players do: plays, withdrawals, rivals. Needs the tables of `migrateIngest`. */
export async function ingest(app: FastifyInstance, deps: IngestDeps): Promise<void> {
  const { database, ledger, log } = deps
  await continuePlayIds(database, ledger)
  const claims = openClaims(database, { ledgerInDatabase: ledger.appendWithSql !== undefined })
  const writer = playWriter(singleStatementWriter(database, ledger), claims, ledger, log)
  app.addHook('onClose', () => writer.drained())

  const keep = playKeeper(deps, app.guards.limits.playBytes, writer)
  serveSubmitPlay(app, deps, keep)
  serveSubmitPlays(app, deps, keep)
  serveAuthCheck(app, deps.players)
  serveWithdrawPlay(app, deps, claims)
  serveRivals(app, deps)
}
