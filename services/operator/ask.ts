import { createInterface } from 'node:readline/promises'
import type { Output } from './output.ts'

/** Asks who sits at the terminal; anything but y or yes is a no. */
export async function ask(
  terminal: NonNullable<Output['terminal']>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface(terminal)
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim())
  } catch (error) {
    // Ctrl-C and Ctrl-D; the terminal keeps them from being signals.
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    lines.close()
  }
}
