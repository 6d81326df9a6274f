import { z } from 'zod'
import { noBody, nothing, route } from './route.ts'

/** What the operator of a site says of it. `contact`: a mail address or a web address; null where none was set. */
export const siteAnswer = z.object({ contact: z.string().nullable() })

export const getSite = route({
  name: 'getSite',
  method: 'GET',
  path: '/api/site',
  summary: 'How to reach those who run this site',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: siteAnswer,
})
