import { writeFile } from 'node:fs/promises'
import { Command } from '../../command.ts'
import type { CommandContext, CommandResult } from '../../command-context.ts'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { rethrowWithPath } from '../../file-error.ts'
import { refuseOlderServer } from '../../generations/refuse-older-server.ts'
import type { Store } from '../../store.ts'
import { withProjector } from '../../with-projector.ts'
import { readChosenRules, successorOption } from '../read-chosen-rules.ts'
import { requireRulesInForce } from '../require-rules-in-force.ts'
import { dropAuditedPreview, makePreview } from './make-preview.ts'
import { previewPage } from './preview-page.ts'
import { linesOfPreview } from './show-preview.ts'

interface Options {
  readonly html?: string
  readonly drop?: true
  readonly successor?: true
}

export function previewCommand({ output, run }: CommandContext): Command {
  return new Command('preview')
    .description('fold history under changed rules beside the live ones, and show who moves')
    .argument('[file]', 'a file with the rules, as `rules show` prints them')
    .addOption(successorOption())
    .option('--html <file>', 'also write a page that can be passed on')
    .option('--drop', 'drop the preview instead')
    .option('--json', 'print one JSON document')
    .notes(`
Pages and players see nothing of it. Shows scores, grades gained and lost, boards whose first ten
places change, and places in events that are not closed, with all plays up to this moment. The
preview is kept up to date for a day: \`rules publish\` with the same rules takes it over, which
takes seconds. It needs as much space as the live generation, and is dropped when other rules are
previewed or published. Interrupting this command does not stop a server's work. Exits with 1 when
there is no preview to drop, or an event can't be folded.`)
    .action(async (file: string | undefined, { html, drop, successor }: Options) => {
      if (drop && (successor || file !== undefined))
        throw new UsageError('Specify either the rules to preview or --drop')
      if (drop) return run(dropCurrent)
      const chooseRules = await readChosenRules(file, successor)
      await run(async (store) => {
        await refuseOlderServer(store, '`ledger rules preview`')
        const rules = chooseRules((await requireRulesInForce(store)).rules)
        const preview = await withProjector(store, output, () => makePreview(store, output, rules))
        if (html !== undefined)
          await writeFile(html, previewPage(preview, new Date())).catch(rethrowWithPath(html))
        const code = preview.parked > 0 ? exitCodes.wrong : exitCodes.fine
        return { document: preview, text: linesOfPreview(preview), code }
      })
    })
}

async function dropCurrent(store: Store): Promise<CommandResult> {
  const dropped = await dropAuditedPreview(store)
  if (dropped === null)
    return {
      document: { outcome: 'none', generation: null },
      text: 'There is no preview.',
      code: exitCodes.wrong,
    }
  const { generation } = dropped
  const which = generation === null ? '' : `, generation ${generation},`
  return { document: { outcome: 'dropped', generation }, text: `The preview${which} is dropped.` }
}
