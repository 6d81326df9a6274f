import { z } from 'zod'
import { action } from './action.ts'
import { parkedEvent } from './operations.ts'
import { nothing, route } from './route.ts'

/** Maximum events in the list of parked ones. */
export const parkedShown = 1_000

/**
 * What became of a generation. `live`: with the number of events that it could not fold. `requested`: the projector
 * builds it, or brings it up to date, and switches to it; the caller did not wait, or no projector runs.
 */
export const builtGeneration = z.object({
  outcome: z.enum(['live', 'requested']),
  generation: z.int().nullable(),
  parked: z.int(),
})

export const replayLedger = action('replayLedger', 'POST /api/admin/replay', {
  command: 'replay',
  summary: 'Rebuild the read models from the ledger under the rules in force, and switch over to them',
  input: z.object({
    abandon: z
      .boolean()
      .optional()
      .describe('abandon the running or stopped build instead; the live generation stays'),
  }),
  plan: nothing,
  done: builtGeneration.extend({ outcome: z.enum(['live', 'requested', 'abandoned']) }),
  leavesWork: ({ parked }) => parked > 0,
  errors: [503],
})

export const rollBack = action('rollBack', 'POST /api/admin/rollback', {
  command: 'rollback',
  summary: 'Switch back to the generation that was live before, once it is up to date',
  input: nothing,
  plan: z.object({ generation: z.int(), title: z.string() }),
  done: builtGeneration,
  leavesWork: ({ parked }) => parked > 0,
  errors: [503],
})

export const pruneGenerations = action('pruneGenerations', 'POST /api/admin/prune', {
  command: 'prune',
  summary: 'Drop the generations that were live before, except in the last minute',
  input: nothing,
  plan: z.object({ generations: z.array(z.int()) }),
  done: z.object({ dropped: z.array(z.int()) }),
  confirm: 'Drop them permanently?',
})

export const listParkedEvents = route('listParkedEvents', 'GET /api/admin/parked', {
  access: 'ledger.operate',
  command: 'parked',
  summary: 'List the events that the live generation could not fold, oldest first',
  answer: z.object({ count: z.int(), first: z.array(parkedEvent).max(parkedShown) }),
})

export const retryParkedEvents = action('retryParkedEvents', 'POST /api/admin/parked/retry', {
  command: 'parked retry',
  summary: 'Retry folding the parked events in order, and a build that stopped',
  input: nothing,
  plan: nothing,
  /** `folded`, `build`: of those who wait for it. `build`: the generation whose build had stopped. */
  done: z.object({
    retried: z.int(),
    folded: z.int(),
    parked: z.int(),
    build: builtGeneration.nullable(),
  }),
  leavesWork: ({ parked, build }) => parked > 0 || (build?.parked ?? 0) > 0,
  errors: [503],
})
