import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { recordRun } from '../../projector/generations/operator-runs.ts'
import { Command, type CommandContext } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted, printable } from '../format-text.ts'
import { countArgument } from '../options.ts'
import { lacksStorage } from '../store.ts'
import { checkDump, type DumpCheck } from './check.ts'
import { runDump } from './dump.ts'
import { contentsText } from './dump-folder.ts'
import { runLoad } from './load.ts'

export function dumpCommand({ output, run, runOnConfig }: CommandContext): Command {
  return new Command('dump')
    .description('dump ledger, accounts and files into a folder, beside a running server')
    .argument('<dir>', 'folder of the dump; created if missing')
    .option('--check', 'read the dump completely, and report whether it is good')
    .option('--json', 'print one JSON document')
    .notes(`
A dump into the folder of an earlier one adds what is new. An interrupted dump continues when it is
run again; until then the earlier one stays as it was. Contains secrets of players: keep the folder
to yourself. In an external database the role must own the tables (MIGRATION_DATABASE_URL of the
servers as DATABASE_URL).
--check needs neither a server nor a database, compares every file with its checksum, and exits with
1 if one is damaged, with 3 if there is no dump. Delete a damaged file and dump again to repair it.`)
    .action(async (dir: string, { check }: { check?: true }) => {
      if (check)
        return runOnConfig(async () => {
          const checked = await checkDump(dir, output)
          const code = checked.isGood ? exitCodes.fine : exitCodes.wrong
          return { document: checked, text: linesOf(checked), code }
        })
      await run(async (store, config) => {
        if (lacksStorage(config))
          output.printStderr(
            `STORAGE_URL is not set: the dump has the files in ${config.dataDir}, and none of a bucket.`,
          )
        const storage = await store.openStorage()
        const report = await runDump({ ...store, storage }, { folder: dir, output, now: Date.now })
        await recordRun(store.database.pool, 'backup', true).catch((error: unknown) =>
          output.printStderr(
            `The dump is complete, but its time could not be recorded: ${errorMessage(error)}`,
          ),
        )
        const text = `Dumped in ${report.seconds.toFixed(1)} s: ${contentsText(report)}.`
        return { document: report, text }
      })
    })
}

function linesOf({ problems, problemCount, isGood, ...contents }: DumpCheck): string[] {
  const more = problemCount - problems.length
  return [
    `Dump of ${contents.at}: ${contentsText(contents)}.`,
    ...problems.map(printable),
    ...(more > 0 ? [`And ${counted(more, 'more problem')}.`] : []),
    isGood ? 'It is good.' : 'It is not good.',
  ]
}

export function loadCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('load')
    .description('load a dump into a new DATA_DIR, or an empty database')
    .argument('<dir>', 'folder of the dump')
    .option('--partitions <n>', 'number of partitions of the new ledger', countArgument)
    .option('--json', 'print one JSON document')
    .notes(`
The engine is that of the configuration: an embedded database, DATABASE_URL, LEDGER_URL with Kafka,
STORAGE_URL. With the number of partitions that the dump has, every event keeps its position. Checks
the dump first. Refuses a database with data, and topics in Kafka with other events than those of
the dump; topics that went on after the dump are kept as they are. No server starts on the database
until the load is complete: if it was interrupted, run it again. Connects as the owner of the tables
(MIGRATION_DATABASE_URL, or DATABASE_URL). Then start the server: it folds the ledger into pages.`)
    .action(async (dir: string, { partitions }: { partitions?: number }) => {
      await runOnConfig(async (config) => {
        const { log } = output
        const report = await runLoad({ folder: dir, partitions, config, output, log, now: Date.now })
        const present = report.files - report.loadedFiles
        return {
          document: report,
          text: [
            `Loaded the dump of ${report.at}: ${contentsText(report)}. The ledger has ${report.partitions} partitions.`,
            ...(present > 0 ? [`${counted(present, 'file was', 'files were')} in the storage already.`] : []),
            'Start the server: it folds the ledger into pages. Then run `ledger verify`.',
          ],
        }
      })
    })
}
