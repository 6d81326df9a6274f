import { z } from 'zod'
import { route } from './route.ts'
import { country } from './shapes/user.ts'

export const listCountries = route('listCountries', 'GET /api/countries', {
  summary: 'List selectable countries by name, with ISO 3166-1 numbers and two-letter codes',
  answer: z.object({ countries: z.array(country) }),
})
