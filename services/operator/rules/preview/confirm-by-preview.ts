import type { Rules } from '@stepledger/contracts/rules/rules.ts'
import { readGenerations } from '../../../projector/generations/generations.ts'
import { confirm } from '../../confirm.ts'
import { CommandFailedError } from '../../exit-codes.ts'
import type { Output } from '../../output.ts'
import type { Store } from '../../store.ts'
import { withProjector } from '../../with-projector.ts'
import { dropAuditedPreview, makePreview } from './make-preview.ts'
import { shortPreview } from './show-preview.ts'

/**
 * Previews the rules, shows in short what changes, and asks for confirmation. A preview that was made for it is dropped
 * if it is declined. If no preview is possible, such as without a projector, prints the reason and prompts without one.
 */
export async function confirmByPreview(store: Store, output: Output, rules: Rules): Promise<boolean> {
  const existed = (await readGenerations(store.database.pool)).find(({ state }) => state === 'preview')?.id
  try {
    const preview = await withProjector(store, output, () => makePreview(store, output, rules))
    for (const line of shortPreview(preview)) output.printStderr(line)
    if (await confirm(output, undefined, 'Publish these rules?')) return true
    if (preview.preview !== existed) await dropAuditedPreview(store, { generation: preview.preview })
    return false
  } catch (error) {
    if (!(error instanceof CommandFailedError)) throw error
    output.printStderr(error.message)
    return confirm(output, undefined, 'Publish these rules without a preview?')
  }
}
