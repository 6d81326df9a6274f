// @ts-check
import { fileURLToPath } from 'node:url'

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Prints progress to stderr; stdout belongs to the program.
 * @param {string} line
 */
export function printProgress(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * Runs preparations of the program; prints an error and exits when they fail.
 * @param {() => Promise<void>} work
 */
export async function prepare(work) {
  try {
    await work()
  } catch (error) {
    printProgress(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}
