import { type ExitCode, exitCodes } from './exit-codes.ts'
import type { Output } from './output.ts'
import { printable } from './printable.ts'

/** Prints that the alias is unknown, and returns the exit code. */
export function noSuchPlayer({ printStderr }: Pick<Output, 'printStderr'>, alias: string): ExitCode {
  printStderr(`There is no player called ${printable(alias)}.`)
  return exitCodes.wrong
}
