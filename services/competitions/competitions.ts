import type { FastifyInstance } from 'fastify'
import { competitionChanger } from './change-competition.ts'
import type { CompetitionsDeps } from './deps.ts'
import { servePosters } from './posters.ts'
import { serveDrafts } from './serve-drafts.ts'
import { serveOperated } from './serve-operated.ts'
import { serveOrganised } from './serve-organised.ts'
import { serveParticipants } from './serve-participants.ts'

/** Serves competitions to operators, organisers and those who take part. What players see of them is in `query`. */
export async function competitions(app: FastifyInstance, deps: CompetitionsDeps): Promise<void> {
  const changer = competitionChanger(deps)
  serveOperated(app, deps, changer)
  serveDrafts(app, deps, changer)
  serveOrganised(app, deps, changer)
  serveParticipants(app, deps, changer)
  await servePosters(app, deps)
}
