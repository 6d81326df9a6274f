import { createInterface } from 'node:readline/promises'
import type { Output } from './output.ts'

/** Asks for confirmation on the terminal; any answer except y or yes declines. */
export async function ask(
  terminal: NonNullable<Output['terminal']>,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const lines = createInterface(terminal)
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim())
  } catch (error) {
    // Ctrl-C and Ctrl-D, which the terminal does not turn into signals here.
    if (error instanceof Error && error.name === 'AbortError') return false
    throw error
  } finally {
    lines.close()
  }
}
