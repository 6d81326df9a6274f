import { recordRun } from '../../projector/generations/operator-runs.ts'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { showReport } from './show-report.ts'
import { verify } from './verify.ts'

export function verifyCommand({ output, run }: CommandContext): Command {
  return new Command('verify')
    .description('fold the ledger into new tables and compare them with the read models')
    .option('--json', 'print one JSON document')
    .notes(`
Works with a running server. Reads the whole ledger, and needs as much space in the database as the
read models. Exits with 1 when a row is missing, is there without reason or differs, or when the
ledger itself has a fault. The first hundred of each are listed, all are counted.`)
    .action(async () => {
      await run(async ({ database, ledger }) => {
        const report = await verify({ database, ledger, onProgress: output.progress, signal: output.signal })
        await recordRun(database.pool, 'verify', report.agrees)
        const code = report.agrees ? exitCodes.fine : exitCodes.wrong
        return { document: report, text: showReport(report), code }
      })
    })
}
