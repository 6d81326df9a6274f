import type { Mailer, MailMessage } from './mailer.ts'

/** Keeps the mails that are sent in `letters`, in order, for tests of what is not about sending. */
export function mailInMemory(): Mailer & { readonly letters: MailMessage[] } {
  const letters: MailMessage[] = []
  return {
    letters,
    send: async (letter) => void letters.push(letter),
    forget: async () => {},
    close: async () => {},
  }
}
