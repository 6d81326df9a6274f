import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'

/** Whether plays of this player are part of the data that everybody can download (contracts/analysis). */
export const publishedData = z.object({ included: z.boolean() })

export const getPublishedData = route({
  name: 'getPublishedData',
  method: 'GET',
  path: '/api/user/published-data',
  access: 'session',
  summary: 'Whether the own plays are part of the published data',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: publishedData,
})

export const setPublishedData = route({
  name: 'setPublishedData',
  method: 'PUT',
  path: '/api/user/published-data',
  access: 'session',
  summary: 'Have the own plays in the published data, or not; from the next publication on',
  params: nothing,
  query: nothing,
  body: publishedData,
  answer: publishedData,
})
