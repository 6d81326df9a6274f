import { newPassword } from '@stepledger/contracts/http/shapes/password.ts'
import { z } from 'zod'

/** The change-password form: the contract's rules and the confirmation, which is checked only in the browser. */
export const passwordForm = z
  .object({
    currentPassword: z.string(),
    newPassword: z.string(),
    confirm: z.string(),
    removeKeysAndPasskeys: z.boolean(),
  })
  .superRefine((values, context) => {
    const addIssue = (field: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (values.newPassword === '') return addIssue('newPassword', 'No changes to save')
    if (values.currentPassword === '')
      addIssue('currentPassword', 'Current password is required to change password')
    const rule = newPassword.safeParse(values.newPassword).error?.issues[0]
    if (rule) addIssue('newPassword', rule.message)
    if (values.confirm !== values.newPassword) addIssue('confirm', 'New passwords do not match')
  })
