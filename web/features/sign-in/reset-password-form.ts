import { newPassword } from '@stepledger/contracts/http/shapes/password.ts'
import { z } from 'zod'

export const resetPasswordForm = z
  .object({
    password: newPassword,
    confirm: z.string().min(1, 'Please confirm your password'),
  })
  .refine(({ password, confirm }) => confirm === '' || password === confirm, {
    path: ['confirm'],
    error: 'Passwords do not match',
    // Shows both errors at once, also while the password is too short.
    when: () => true,
  })
