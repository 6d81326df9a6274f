import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { printable } from '../printable.ts'

/** Says that nobody has this alias. Gives the exit code for it. */
export function noSuchPlayer({ say }: Pick<Output, 'say'>, alias: string): ExitCode {
  say(`There is no player called ${printable(alias)}.`)
  return exitCodes.wrong
}
