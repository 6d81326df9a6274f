import { newPassword } from '@stepledger/contracts/http/accounts.ts'
import { z } from 'zod'

/** What the form for another password takes: the contract's rules, and the second look that stays in the browser. */
export const passwordForm = z
  .object({
    currentPassword: z.string(),
    newPassword: z.string(),
    confirm: z.string(),
    removeKeysAndPasskeys: z.boolean(),
  })
  .superRefine((typed, context) => {
    const say = (field: keyof typeof typed, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (typed.newPassword === '') return say('newPassword', 'No changes to save')
    if (typed.currentPassword === '')
      say('currentPassword', 'Current password is required to change password')
    const rule = newPassword.safeParse(typed.newPassword).error?.issues[0]
    if (rule) say('newPassword', rule.message)
    if (typed.confirm !== typed.newPassword) say('confirm', 'New passwords do not match')
  })
