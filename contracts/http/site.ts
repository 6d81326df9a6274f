import { z } from 'zod'
import { route } from './route.ts'

/** Information about the operator. `contact`: a mail or web address; null if not configured. */
const siteAnswer = z.object({ contact: z.string().nullable() })

export const getSite = route('getSite', 'GET /api/site', {
  summary: 'Get the contact of the operator of this site',
  answer: siteAnswer,
})
