import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { counted } from '../format-text.ts'
import { readKeyFile } from './files/backup-key.ts'
import { contentsText } from './manifest.ts'
import { type RestoreReport, runRestore } from './run-restore.ts'

interface RestoreFlags {
  readonly at?: string
  readonly keyFile?: string
}

export function restoreCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('restore')
    .description('restore a backup into a new DATA_DIR, or an empty database')
    .argument('<dir>', 'folder of the backups')
    .option('--at <time>', 'another backup than the newest, such as 20261231T030000000Z')
    .option('--key-file <file>', 'key of an encrypted backup')
    .option('--json', 'print one JSON document')
    .notes(`
Refuses a database with data, and topics in Kafka with other events than those of the backup; topics
that went on after the backup are kept as they are. The backup is checked first. An interrupted
restore changes nothing in Postgres and is run again. Connects as the owner of the tables
(MIGRATION_DATABASE_URL, or DATABASE_URL). Then start the server: it folds the ledger into pages.`)
    .action(async (dir: string, { at, keyFile }: RestoreFlags) => {
      await runOnConfig(async (config) => {
        const key = keyFile === undefined ? null : await readKeyFile(keyFile)
        const report = await runRestore({
          folder: dir,
          key,
          at,
          config,
          output,
          log: output.log,
          now: Date.now,
        })
        return { document: report, text: linesOf(report) }
      })
    })
}

function linesOf(report: RestoreReport): string[] {
  const { backup, files, restoredFiles, newerEvents } = report
  const present = files - restoredFiles
  return [
    `Restored the backup ${backup}: ${contentsText(report)}.`,
    ...(present > 0 ? [`${counted(present, 'file was', 'files were')} in the storage already.`] : []),
    ...(newerEvents > 0 ? [`The ledger is newer than the tables by ${counted(newerEvents, 'event')}.`] : []),
    'Start the server: it folds the ledger into pages. Then run `ledger verify`.',
  ]
}
