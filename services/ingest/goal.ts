import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { goalSet } from '@stepledger/contracts/events/goal-set.ts'
import { setGoal } from '@stepledger/contracts/http/goal.ts'
import type { FastifyInstance } from 'fastify'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { appendEvent } from './append.ts'
import type { IngestDeps } from './deps.ts'

/** Serves setting the own goal of plays a week. */
export function serveGoal(app: FastifyInstance, { ledger, log, now }: IngestDeps): void {
  serve(app, setGoal, async ({ body: { playsAWeek }, caller: { playerId }, reply }) => {
    const bytes = encodeEvent(goalSet, { id: randomUUID(), at: now(), key: playerId, data: { playsAWeek } })
    sendPosition(reply, await appendEvent(ledger, log, playerId, bytes))
    return { playsAWeek }
  })
}
