import { z } from 'zod'
import { competitionSlug, maxTakenOut } from '../competition/competition-document.ts'
import { chartHash, numericId } from '../ids.ts'
import { action } from './action.ts'
import { competitionChanged, competitionChangePlan } from './operated-competitions.ts'
import { route } from './route.ts'
import { playerName } from './shapes/recent-play.ts'

/** A play that organisers took out of a competition. */
const takenOutPlay = z.object({
  playId: numericId,
  chart: z.object({ hash: chartHash, title: z.string() }),
  user: playerName,
})
export type TakenOutPlay = z.infer<typeof takenOutPlay>

export const listTakenOutPlays = route('listTakenOutPlays', 'GET /api/event/:slug/taken-out', {
  summary: 'List the plays that organisers took out of an event; boards keep them',
  params: z.object({ slug: competitionSlug }),
  answer: z.object({ plays: z.array(takenOutPlay).max(maxTakenOut) }),
  errors: [404],
})

export const takePlayOut = action('takePlayOutOfEvent', 'POST /api/admin/event/take-out', {
  command: 'event take-out <slug> <play>',
  summary: 'Take a play out of an event; boards keep it. The reason is public in the history of the event',
  needsReason: true,
  input: z.object({
    slug: competitionSlug.describe('slug of the event'),
    play: numericId.describe('id of the play'),
    undo: z.boolean().optional().describe('put it back'),
  }),
  plan: competitionChangePlan,
  done: competitionChanged,
  errors: [404, 503],
})
