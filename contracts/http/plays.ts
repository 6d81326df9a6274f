import { z } from 'zod'
import { numericIdText } from '../ids.ts'
import { route } from './route.ts'
import { playExplanation } from './shapes/explanation.ts'
import { messageAnswer } from './shapes/message.ts'
import { play } from './shapes/play.ts'
import { playStandings } from './shapes/standing.ts'

const byId = z.object({ id: numericIdText })

export const getPlay = route('getPlay', 'GET /api/play/:id', {
  summary: 'Get a play with its scores and the timing of every step',
  params: byId,
  answer: play,
  errors: [404, 409],
})

export const getPlayExplanation = route('getPlayExplanation', 'GET /api/play/:id/explanation', {
  summary: 'Explain the scores of a play: its event in the ledger, the rules and all calculations',
  params: byId,
  answer: playExplanation,
  errors: [404, 409],
})

export const getPlayStandings = route('getPlayStandings', 'GET /api/play/:id/standings', {
  summary: "Get the current ranks of a play's player on the boards of its chart",
  params: byId,
  answer: playStandings,
  errors: [404, 409],
})

export const deletePlay = route('deletePlay', 'DELETE /api/play/:id', {
  access: 'session',
  needsProof: true,
  summary: 'Withdraw a play of the caller permanently',
  params: byId,
  answer: messageAnswer,
  errors: [403, 404],
})
