import type { Letter, Mailer } from './mailer.ts'

/** Keeps the mails that are sent in `letters`, in order, for tests of what is not about sending. */
export function lettersInMemory(): Mailer & { readonly letters: Letter[] } {
  const letters: Letter[] = []
  return {
    letters,
    send: async (letter) => void letters.push(letter),
    forget: async () => {},
    close: async () => {},
  }
}
