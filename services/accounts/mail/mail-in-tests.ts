import { vi } from 'vitest'
import type { MailMessage } from '../../platform/mail/mailer.ts'
import type { AccountsForTests } from '../test-app.ts'

/** Waits for the nth mail (from 1) to an address whose subject starts with `subject`. */
export async function mailTo(
  { letters }: Pick<AccountsForTests, 'letters'>,
  address: string,
  subject: string,
  nth = 1,
): Promise<MailMessage> {
  return vi.waitUntil(
    () => letters.filter((letter) => letter.to === address && letter.subject.startsWith(subject))[nth - 1],
    { timeout: 5000, interval: 10 },
  )
}

export function tokenIn({ text }: MailMessage): string {
  const token = /\?token=([\w-]+)/.exec(text)?.[1]
  if (token === undefined) throw new Error(`no link in ${text}`)
  return token
}
