import { codeVersion } from '@stepledger/projections/code-version.ts'
import { leadingCodeVersion } from '../../projector/generations/leading-projector.ts'
import { CommandFailedError } from '../exit-codes.ts'
import type { Store } from '../store.ts'

/**
 * Throws CommandFailedError if the server that runs is an older release: it does not build generations of this one. `what`: the
 * command.
 */
export async function refuseOlderServer(store: Pick<Store, 'database'>, what: string): Promise<void> {
  const leading = await leadingCodeVersion(store.database)
  if (leading === null || leading >= codeVersion) return
  const version = leading === 0 ? 'an older version' : `version ${leading}`
  throw new CommandFailedError(
    `The server that runs has ${version} of the folding code, and this command has version ${codeVersion}, whose generations that server cannot build. Start this release in its place, which folds history again by itself; or call ${what} with the release that runs. Nothing was done.`,
  )
}
