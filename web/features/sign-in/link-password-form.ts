import { newPassword } from '@stepledger/contracts/http/shapes/password.ts'
import { z } from 'zod'

/** `own`: already signed in · `known`: enter the password · `new`: choose a new password. */
export type PasswordMode = 'own' | 'known' | 'new'

/** The schema of a link form. */
export const linkPasswordForm = (mode: PasswordMode) =>
  z.object({
    password: mode === 'known' ? z.string().min(1, 'Password is required') : z.string(),
    newPassword: mode === 'new' ? newPassword : z.string(),
  })
