import { email, newPassword } from '@stepledger/contracts/http/accounts.ts'
import { alias } from '@stepledger/contracts/http/shapes/alias.ts'
import { z } from 'zod'

/** What the form for a new account takes: the contract's rules, and the consent that stays in the browser. */
export const registerForm = z.object({
  email,
  alias,
  password: newPassword,
  privacy: z.boolean().refine((agreed) => agreed, 'You must agree to the Privacy Policy'),
})
