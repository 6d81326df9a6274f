import type { QueryExecutorProvider } from 'kysely'
import { insertOperatorAuditEntry } from '../../accounts/operations/operator-audit.ts'
import { connectionUrl, readConnection } from '../../embedded-postgres/data-folder.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { countArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext, CommandResult } from '../command-context.ts'
import { confirm, requireTerminal } from '../confirm.ts'
import { CommandFailedError, exitCodes, UsageError } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import type { Store } from '../store.ts'
import { undoMove } from './mark-move.ts'
import { type MoveReport, runMove } from './run-move.ts'
import { placeName, settingsOf, type TargetFlags, targetConfig, targetPartitions } from './target-config.ts'

interface MoveFlags extends Partial<TargetFlags> {
  readonly undo?: true
  readonly yes?: true
}

export function moveCommand({ output, run }: CommandContext): Command {
  return new Command('move')
    .description('move ledger, accounts and files to another engine, while the server runs')
    .option('--to <url>', 'an empty database, postgres://…, or the new DATA_DIR of an embedded one')
    .option('--ledger <url>', 'the ledger in Kafka, kafka://…; without it the ledger is in the database')
    .option(
      '--storage <url>',
      'the files, s3://… or a DATA_DIR; unchanged by default, or in the folder of --to',
    )
    .option(
      '--partitions <n>',
      'partitions of the new ledger, a multiple of those of this one; as many by default',
      countArgument,
    )
    .option('--undo', 'let a system that has moved go on')
    .option('--yes', 'skip the confirmation prompt')
    .option('--json', 'print one JSON document')
    .notes(`
Copies events and files and folds them while the server runs, and asks. Then it stops writers for
some seconds, copies the rest and the accounts, and marks this system as moved: its server goes on
to show pages, refuses writes with 503, and does not start again. Ids and links stay as they are,
and positions too, unless --partitions changes their number: then every event gets a new position.
An interrupted move has no effect; run it again, and it continues. The answer no is a rehearsal:
what was copied stays for the next run. Connects as the owner of the tables (MIGRATION_DATABASE_URL,
or DATABASE_URL). Prompts for confirmation on a terminal; otherwise --yes is required. Exits with 1
if declined, or if there is no move to undo.`)
    .action(async ({ undo, yes, to, ...flags }: MoveFlags) => {
      if (undo ? to !== undefined : to === undefined) throw new UsageError('Specify either --to or --undo')
      requireTerminal(output, yes, 'use --yes')
      await run(async (source, config) => {
        const owner = openDatabase({ url: await ownerUrl(config), maxConnections: 3, idleInTransactionMs: 0 })
        try {
          if (to === undefined) return await undoMoveOf(source, owner)
          const { partitions, ...ledger } = targetPartitions(source.ledger.partitions.events, flags)
          const target = targetConfig(config, { to, ...flags, ...ledger })
          const report = await runMove({
            source: { ...source, storage: await source.openStorage() },
            owner,
            from: config,
            to: target,
            partitions,
            confirm: () =>
              confirm(output, yes, 'Nearly everything is copied. Stop writers, and switch over now?'),
            record: (db) =>
              insertOperatorAuditEntry(
                db,
                {
                  what: 'System moved',
                  details: { from: placeName(config), to: placeName(target), partitions: String(partitions) },
                },
                source.operator,
              ),
            output,
            log: output.log,
            now: Date.now,
          })
          const settings = settingsOf(target)
          return {
            document: report ? { moved: true, ...report, settings } : { moved: false },
            text: linesOf(report, settings),
            code: report ? exitCodes.fine : exitCodes.wrong,
          }
        } finally {
          await owner.close()
        }
      })

      async function undoMoveOf(source: Store, owner: Database): Promise<CommandResult> {
        const question = 'Let this system go on, without what happened since it moved?'
        const record = (db: QueryExecutorProvider, to: string) =>
          insertOperatorAuditEntry(db, { what: 'Move undone', details: { to } }, source.operator)
        const undone = (await confirm(output, yes, question)) ? await undoMove(owner, record) : null
        return undone === null
          ? { document: { undone }, text: 'Nothing was done.', code: exitCodes.wrong }
          : {
              document: { undone },
              text: `This system goes on, and the one in ${undone} must not. Restart the server.`,
            }
      }
    })
}

async function ownerUrl({ databaseUrl, migrationDatabaseUrl, dataDir }: Config): Promise<string> {
  if (databaseUrl !== null) return migrationDatabaseUrl ?? databaseUrl
  const connection = await readConnection(dataDir)
  if (connection === null) throw new CommandFailedError(`There is no database in ${dataDir}`)
  return connectionUrl(connection, dataDir, 'owner')
}

function linesOf(report: MoveReport | null, { set, unset }: ReturnType<typeof settingsOf>): string[] {
  if (!report) return ['Nothing was switched. What was copied stays for the next run.']
  const { to, events, partitions, files, rows, tables, stoppedSeconds, folded } = report
  return [
    `Moved to ${to}: ${counted(events, 'event')} in ${partitions} partitions, ${counted(rows, 'row')} of ${counted(tables, 'table')}, ${counted(files, 'file')}. Writers were stopped for ${stoppedSeconds.toFixed(1)} s, and stay so here.`,
    `Stop this server, and start the new one with${unset.length > 0 ? `out ${unset.join(', ')}, and with` : ''}:`,
    ...set.map((setting) => `  ${setting}`),
    ...(folded ? [] : ['It folds the ledger into pages when it starts.']),
    'Then run `ledger verify` there.',
  ]
}
