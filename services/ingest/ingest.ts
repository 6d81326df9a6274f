import { authCheck } from '@stepledger/contracts/http/game.ts'
import type { PlayerDirectory } from '@stepledger/contracts/players/player-directory.ts'
import type { FastifyInstance } from 'fastify'
import { startBackgroundWorker } from '../platform/background/background-worker.ts'
import { unauthorized } from '../platform/http/http-error.ts'
import { serve } from '../platform/http/serve.ts'
import { chartCountsCache } from './chart-counts-cache.ts'
import type { IngestDeps } from './deps.ts'
import { continuePlayIds } from './play-ids/continue-play-ids.ts'
import { openClaims } from './play-ids/idempotency-claims.ts'
import { playRecorder, playWriter } from './record-play.ts'
import { recordRefusals } from './refusals/record-refusals.ts'
import { serveRivals } from './rivals.ts'
import { deliverRivalChanges, rivalChanges } from './rivals-outbox.ts'
import { answerBuilder } from './submit-answer.ts'
import { serveSubmitPlay } from './submit-play.ts'
import { serveSubmitPlays } from './submit-plays.ts'
import { serveOperatedPlays, serveWithdrawPlay } from './withdraw-plays.ts'

/** Registers the routes that append player events: plays, withdrawals, rivals. Needs the tables of `migrateIngest`. */
export async function ingest(app: FastifyInstance, deps: IngestDeps): Promise<void> {
  const { database, ledger, log, reads, push } = deps
  const keepChecked = await continuePlayIds(database, ledger)
  const checking = await startBackgroundWorker({
    database,
    log,
    works: [{ about: 'offsets of known plays', work: keepChecked }],
  })
  app.addHook('onClose', () => checking.stop())
  const recording = await recordRefusals(app, deps)
  app.addHook('onClose', () => recording.stop())
  const claims = openClaims(database, ledger)
  const writer = playWriter(claims, ledger, log)
  app.addHook('onClose', () => writer.drained())

  const recordPlay = playRecorder(deps, app.guards.limits, writer)
  const buildAnswer = answerBuilder({
    ...deps,
    reads: { ...reads, countsOf: chartCountsCache(reads.countsOf, push) },
  })
  serveSubmitPlay(app, deps, recordPlay, buildAnswer)
  serveSubmitPlays(app, deps, recordPlay, buildAnswer)
  serveKeyOwner(app, deps.players)
  serveWithdrawPlay(app, deps, claims)
  serveOperatedPlays(app, deps)
  const changes = ledger.isInDatabase ? null : rivalChanges(database)
  serveRivals(app, deps, changes)
  if (changes) {
    const delivering = await deliverRivalChanges(deps, changes)
    app.addHook('onClose', () => delivering.stop())
  }
}

/** Serves the owner of an API key, for the game's title screen. */
function serveKeyOwner(app: FastifyInstance, players: PlayerDirectory): void {
  serve(app, authCheck, async ({ caller: { playerId } }) => {
    const player = (await players.lookUp([playerId])).get(playerId)
    if (!player) throw unauthorized('Unknown API key')
    return { message: 'OK' as const, alias: player.alias, userId: playerId }
  })
}
