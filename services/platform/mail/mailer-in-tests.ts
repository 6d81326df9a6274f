import type { Mailer, MailMessage } from './mailer.ts'

/** Collects sent mails in `letters`, in order, for tests that do not concern sending. */
export function mailInMemory(): Mailer & { readonly letters: MailMessage[] } {
  const letters: MailMessage[] = []
  return {
    letters,
    send: async (letter) => void letters.push(letter),
    forget: async () => {},
    check: async () => {},
    close: async () => {},
  }
}
