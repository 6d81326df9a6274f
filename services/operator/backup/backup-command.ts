import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { recordRun } from '../../projector/generations/operator-runs.ts'
import { countArgument } from '../arguments.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { sizeText } from '../format-text.ts'
import { lacksStorage } from '../lacks-storage.ts'
import { checkCommand } from './check-backup-command.ts'
import { readKeyFile } from './files/backup-key.ts'
import { contentsText } from './manifest.ts'
import { runBackup } from './run-backup.ts'

export function backupCommand(context: CommandContext): Command {
  const { output, run } = context
  return new Command('backup')
    .enablePositionalOptions()
    .description('back up ledger, accounts and files into a folder, beside a running server')
    .argument('<dir>', 'folder of the backups; created if missing')
    .option('--key-file <file>', 'encrypt with this key: 64 hexadecimal digits (openssl rand -hex 32)')
    .option('--keep <backups>', 'number of backups to keep', countArgument, 7)
    .option('--json', 'print one JSON document')
    .notes(`
Only what is new is written: events and files that an earlier backup in this folder has are shared.
An interrupted backup is no backup; run it again, and it continues. Contains secrets of players:
encrypt it, or keep the folder to yourself. In an external database the role must own the tables
(MIGRATION_DATABASE_URL of the servers as DATABASE_URL).`)
    .action(async (dir: string, { keyFile, keep }: { keyFile?: string; keep: number }) => {
      await run(async (store, config) => {
        if (lacksStorage(config))
          output.printStderr(
            `STORAGE_URL is not set: the backup has the files in ${config.dataDir}, and none of a bucket.`,
          )
        const key = keyFile === undefined ? null : await readKeyFile(keyFile)
        const backedUp = { ...store, storage: await store.openStorage() }
        const report = await runBackup(backedUp, { folder: dir, key, keep, output, now: Date.now })
        await recordRun(store.database.pool, 'backup', true).catch((error: unknown) =>
          output.printStderr(
            `The backup is complete, but its time could not be recorded: ${errorMessage(error)}`,
          ),
        )
        const { backup, written, seconds } = report
        return {
          document: report,
          text: [
            `Backup ${backup}: ${contentsText(report)}.`,
            `Written: ${sizeText(written)} in ${seconds.toFixed(1)} s.`,
          ],
        }
      })
    })
    .addCommand(checkCommand(context))
}
