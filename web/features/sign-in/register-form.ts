import { email } from '@stepledger/contracts/http/accounts.ts'
import { alias } from '@stepledger/contracts/http/shapes/alias.ts'
import { newPassword } from '@stepledger/contracts/http/shapes/password.ts'
import { z } from 'zod'

/** The registration form: the contract's rules and the consent, which is checked only in the browser. */
export const registerForm = z.object({
  email,
  alias,
  password: newPassword,
  privacy: z.boolean().refine((agreed) => agreed, 'You must agree to the Privacy Policy'),
})
