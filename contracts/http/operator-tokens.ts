import { z } from 'zod'
import { playerId } from '../ids.ts'
import { route } from './route.ts'
import { messageAnswer } from './shapes/message.ts'
import { isoTime } from './shapes/time.ts'

export const operatorTokenHours = 12

/** The name of a token in the list of sessions. */
export const operatorTokenDevice = 'Command line'

/** Not under `/api/admin`, so that a token cannot create its successor. */
export const createOperatorToken = route('createOperatorToken', 'POST /api/operator-token', {
  access: 'ledger.operate',
  needsProof: true,
  summary: `Create a token for the ledger command, which opens /api/admin and nothing else for ${operatorTokenHours} hours`,
  body: z.object({}).default({}),
  answer: z.object({ token: z.string(), expiresAt: isoTime }),
  status: 201,
  rate: 'change',
})

/** Whose token the request has. 404 for a session, and for a command that has the secret of the data folder. */
export const getOperatorToken = route('getOperatorToken', 'GET /api/admin/token', {
  access: 'ledger.operate',
  summary: 'Get the account and the end of the token of this request',
  answer: z.object({ user: z.object({ id: playerId, alias: z.string() }), expiresAt: isoTime }),
  errors: [404],
})

export const endOperatorToken = route('endOperatorToken', 'DELETE /api/admin/token', {
  access: 'ledger.operate',
  summary: 'End the token of this request',
  answer: messageAnswer,
  errors: [404],
})
