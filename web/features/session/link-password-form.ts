import { newPassword } from '@stepledger/contracts/http/accounts.ts'
import { z } from 'zod'

/** `own`: signed in already · `known`: the player types the password · `new`: the player chooses another one. */
export type PasswordMode = 'own' | 'known' | 'new'

/** What a form of a mail's link takes beside the link. */
export const linkPasswordForm = (mode: PasswordMode) =>
  z.object({
    password: mode === 'known' ? z.string().min(1, 'Password is required') : z.string(),
    newPassword: mode === 'new' ? newPassword : z.string(),
  })
