// @ts-check
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * News on the way to what was asked for: never on stdout, which belongs to the program.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs what must be done before the program; when that fails, prints why and ends the process.
 * @param {() => Promise<void>} work
 */
export async function prepare(work) {
  try {
    await work()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
