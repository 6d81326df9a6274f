import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { rulesPublished } from '@stepledger/contracts/events/rules-published.ts'
import { Command } from 'commander'
import { notifyGenerationManager } from '../../projector/generations/generation-requests.ts'
import { counted } from '../aligned.ts'
import { ask } from '../ask.ts'
import { recordAction } from '../audit/record-action.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { awaitGeneration } from '../generations/await-generation.ts'
import { refuseOlderServer } from '../generations/refuse-older-server.ts'
import { exitCodeOf, showAwaited } from '../generations/show-awaited.ts'
import { printable } from '../printable.ts'
import { inForceIn } from './in-force.ts'
import { readRulesFile } from './read-rules-file.ts'
import { differences } from './rules-diff.ts'

interface Options {
  readonly yes?: true
  readonly json?: true
}

const shownDifferences = 40

export function publishCommand({ output, run }: CommandContext): Command {
  const { terminal, signal } = output
  return new Command('publish')
    .description('publish rules: rebuild the read models under them, then switch over')
    .argument('<file>', 'a file with the rules, as `rules show` prints them')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Says what differs from the rules in force, and asks when called from a terminal; elsewhere --yes is needed. Everything stays readable
meanwhile, under the old rules; then all pages change at once. \`ledger rollback\` goes back. Interrupting this command does not stop a
server's work. Exits with 1 when the answer was no, or when an event can't be folded.`,
    )
    .action(async (file: string, { yes, json }: Options) => {
      const rules = await readRulesFile(file)
      if (!yes && !terminal)
        throw new UsageError('No terminal for a confirmation prompt: use --yes to publish the rules')
      await run(async (store) => {
        await refuseOlderServer(store, '`ledger rules publish`')
        const inForce = await inForceIn(store)
        if (isDeepStrictEqual(inForce.rules, rules)) {
          const { offset } = inForce
          await output.print(
            json
              ? JSON.stringify({ outcome: 'in force', offset })
              : `These rules are in force already (0:${offset}).`,
          )
          return exitCodes.fine
        }
        const changed = differences(inForce.rules, rules)
        for (const line of changed.slice(0, shownDifferences)) output.say(`  ${printable(line)}`)
        if (changed.length > shownDifferences)
          output.say(`  and ${counted(changed.length - shownDifferences, 'more difference')}`)
        if (!yes && terminal && !(await ask(terminal, 'Fold all of history under these rules?', signal))) {
          await output.print(json ? JSON.stringify({ outcome: 'declined' }) : 'Nothing was done.')
          return exitCodes.wrong
        }
        const key = 'rules'
        const event = { id: randomUUID(), at: Date.now(), key, data: { rules } }
        const { offset } = await store.ledger.append('rules', {
          key,
          bytes: encodeEvent(rulesPublished, event),
        })
        await recordAction(store, {
          playerId: null,
          what: 'Rules published',
          details: { offset: String(offset) },
        })
        await notifyGenerationManager(store.database.pool)
        const awaited = await awaitGeneration(
          store,
          output,
          (generation) => generation.rulesOffset === offset,
        )
        const said = `Published (rules 0:${offset}). ${showAwaited(awaited)}`
        await output.print(json ? JSON.stringify({ ...awaited, offset }, null, 2) : said)
        return exitCodeOf(awaited)
      })
    })
}
