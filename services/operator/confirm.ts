import { createInterface } from 'node:readline/promises'
import { UsageError } from './exit-codes.ts'
import type { Output } from './output.ts'

/** Asks for confirmation on the terminal; any answer except y or yes declines. */
async function ask(
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

/** Throws UsageError without a terminal, unless `skip`; `hint` names the option to use then. */
export function requireTerminal({ terminal }: Output, skip: true | undefined, hint: string): void {
  if (!skip && !terminal) throw new UsageError(`No terminal for a confirmation prompt: ${hint}`)
}

/** Asks for confirmation, unless `skip`. Returns false without a terminal; `requireTerminal` throws earlier. */
export async function confirm(
  { terminal, signal }: Output,
  skip: true | undefined,
  question: string,
): Promise<boolean> {
  return skip === true || (terminal !== null && ask(terminal, question, signal))
}
