import { createInterface } from 'node:readline/promises'
import type { Output } from '../output.ts'

/** Asks who sits at the terminal; anything but y or yes is a no. */
export async function ask(
  terminal: NonNullable<Output['terminal']>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface(terminal)
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}
