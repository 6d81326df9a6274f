import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonDocument } from '../printable.ts'
import { diagnoseSystem } from './diagnose-system.ts'
import { showDiagnosis } from './show-diagnosis.ts'

export function doctorCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('doctor')
    .description('check everything that the server depends on, and report what is wrong or will be soon')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Checks the database, the ledger and its topics, disk, folding, parked events, versions, clock,
Redis, S3, refused plays, mails and their server, the certificate of PUBLIC_URL, and the age of the
last backup and verification. Each finding says what follows from it and what to type. Answers
within five seconds even during an outage, and lists what could not be checked. Changes nothing.

WRONG: something does not work now. SOON: it will not, unless something is done.
Exits with 1 when something is wrong, with 4 when something will be, with 0 otherwise, also when
something could not be checked.`,
    )
    .action(async ({ json }: { json?: true }) => {
      await runOnConfig(async (config) => {
        const diagnosis = await diagnoseSystem(config, output.log, Date.now)
        await output.print(...(json ? [jsonDocument(diagnosis)] : showDiagnosis(diagnosis)))
        const severities = diagnosis.findings.map(({ severity }) => severity)
        if (severities.includes('wrong')) return exitCodes.wrong
        return severities.includes('soon') ? exitCodes.soon : exitCodes.fine
      })
    })
}
