import { z } from 'zod'
import { numericIdText } from '../ids.ts'
import { noBody, nothing, route } from './route.ts'
import { play } from './shapes/play.ts'

const byId = z.object({ id: numericIdText })

export const getPlay = route({
  name: 'getPlay',
  method: 'GET',
  path: '/api/play/:id',
  summary: 'A play, scored in every system, with the timing of every step',
  params: byId,
  query: nothing,
  body: noBody,
  answer: play,
  errors: [404],
})

export const deletePlay = route({
  name: 'deletePlay',
  method: 'DELETE',
  path: '/api/play/:id',
  access: 'session',
  summary: 'Withdraw an own play, for good',
  params: byId,
  query: nothing,
  body: noBody,
  answer: z.object({ message: z.string() }),
  errors: [403, 404],
})
