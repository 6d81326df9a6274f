import { randomUUID } from 'node:crypto'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { setWeeklyGoal } from '@stepledger/contracts/http/weekly-goal.ts'
import { weeklyGoalSet } from '@stepledger/contracts/weekly-goal/events.ts'
import type { FastifyInstance } from 'fastify'
import { sendPosition } from '../platform/http/position.ts'
import { serve } from '../platform/http/serve.ts'
import { withHttpErrors } from './append-event.ts'
import type { IngestDeps } from './deps.ts'

/** A goal depends on nothing that others change, so it is appended without a decision. */
export function serveWeeklyGoal(
  app: FastifyInstance,
  { ledger, now }: Pick<IngestDeps, 'ledger' | 'now'>,
): void {
  serve(app, setWeeklyGoal, async ({ body, caller: { playerId: key }, reply }) => {
    const bytes = encodeEvent(weeklyGoalSet, { id: randomUUID(), at: now(), key, data: body })
    sendPosition(reply, await withHttpErrors(() => ledger.append('events', { key, bytes })))
    return body
  })
}
