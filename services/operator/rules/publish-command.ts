import { isDeepStrictEqual } from 'node:util'
import { isRefusal } from '@stepledger/contracts/decider.ts'
import { differences } from '@stepledger/contracts/rules/document-differences.ts'
import { auditChanged } from '../../accounts/operations/operator-audit.ts'
import { publishRules } from '../../projector/generations/publish-rules.ts'
import { actingOperator } from '../audit/record-action.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { requireTerminal } from '../confirm.ts'
import { CommandFailedError, exitCodes } from '../exit-codes.ts'
import { awaitGeneration, resultOf } from '../generations/await-generation.ts'
import { refuseOlderServer } from '../generations/refuse-older-server.ts'
import { confirmByPreview } from './preview/confirm-by-preview.ts'
import { differenceLines } from './preview/show-preview.ts'
import { readChosenRules, successorOption } from './read-chosen-rules.ts'
import { requireRulesInForce } from './require-rules-in-force.ts'

export function publishCommand({ output, run }: CommandContext): Command {
  return new Command('publish')
    .description('publish rules: rebuild the read models under them, then switch over')
    .argument('[file]', 'a file with the rules, as `rules show` prints them')
    .addOption(successorOption())
    .option('--yes', 'skip the preview and the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Called from a terminal it previews the rules (\`ledger rules preview\`), shows in short what
changes, and asks; elsewhere --yes is needed. A preview with these rules that is built already is
taken over, also with --yes. Everything stays readable meanwhile, under the old rules; then all
pages change at once. \`ledger rollback\` goes back. Interrupting this command does not stop a
server's work. Exits with 1 if declined, or when an event can't be folded.`)
    .action(async (file: string | undefined, { yes, successor }: { yes?: true; successor?: true }) => {
      const chooseRules = await readChosenRules(file, successor)
      requireTerminal(output, yes, 'use --yes to publish the rules')
      await run(async (store) => {
        await refuseOlderServer(store, '`ledger rules publish`')
        const inForce = await requireRulesInForce(store)
        const rules = chooseRules(inForce.rules)
        if (isDeepStrictEqual(inForce.rules, rules)) {
          const { offset } = inForce
          const text = `These rules are in force already (0:${offset}).`
          return { document: { outcome: 'in force', offset }, text }
        }
        if (!yes && !(await confirmByPreview(store, output, rules)))
          return { document: { outcome: 'declined' }, text: 'Nothing was done.', code: exitCodes.wrong }
        if (yes)
          for (const line of differenceLines(differences(inForce.rules, rules))) output.printStderr(line)
        const by = await actingOperator(store)
        const offset = await publishRules(store, rules, { by, seen: inForce.version })
        if (isRefusal(offset)) throw new CommandFailedError(`${offset.message}. Nothing was done`)
        store.push.publish(auditChanged)
        const awaited = await awaitGeneration(
          store,
          output,
          (generation) => generation.rulesOffset === offset,
        )
        const { document: _, text, code } = resultOf(awaited)
        return { document: { ...awaited, offset }, text: `Published (rules 0:${offset}). ${text}`, code }
      })
    })
}
