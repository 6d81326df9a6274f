import { z } from 'zod'
import { route } from './route.ts'

/** Set by the operator, null if not: `contact`, a mail or web address, and the web address of the community's chat. */
const siteAnswer = z.object({ contact: z.string().nullable(), communityChat: z.string().nullable() })

export const getSite = route('getSite', 'GET /api/site', {
  summary: 'Get the contact of the operator of this site, and the address of the community chat',
  answer: siteAnswer,
})
