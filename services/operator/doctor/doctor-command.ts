import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { diagnoseSystem } from './diagnose-system.ts'
import type { Diagnosis, Finding } from './finding.ts'

export function doctorCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('doctor')
    .description('check everything that the server depends on, and report what is wrong or will be soon')
    .option('--json', 'print one JSON document')
    .notes(`
Checks the database, the ledger and its topics, disk, folding, parked events, versions, rules,
clock, Redis, S3, refused plays, mails and their server, the certificate of PUBLIC_URL, and the age
of the last backup and verification. Each finding says what follows from it and what to type.
Answers within five seconds even during an outage, and lists what could not be checked. Changes
nothing.

WRONG: something does not work now. SOON: it will not, unless something is done.
Exits with 1 when something is wrong, with 4 when something will be, with 0 otherwise, also when
something could not be checked.`)
    .action(async () => {
      await runOnConfig(async (config) => {
        const diagnosis = await diagnoseSystem(config, output.log, Date.now)
        const severities = diagnosis.findings.map(({ severity }) => severity)
        const soon = severities.includes('soon') ? exitCodes.soon : exitCodes.fine
        const code = severities.includes('wrong') ? exitCodes.wrong : soon
        return { document: diagnosis, text: showDiagnosis(diagnosis), code }
      })
    })
}

/** A diagnosis as text: each finding with what to do, then what was checked. */
export function showDiagnosis({ findings, unchecked, checked }: Diagnosis): string[] {
  const bad = findings.filter(({ severity }) => severity === 'wrong').length
  const subjects = [...new Set(checked)].sort().join(', ')
  return [
    ...findings.flatMap(findingLines),
    ...unchecked.map(({ subject, reason }) => `NOT CHECKED  ${subject}: ${printable(reason)}`),
    ...(findings.length + unchecked.length > 0 ? [''] : []),
    findings.length === 0
      ? `Nothing is wrong. Checked: ${subjects}.`
      : `${counted(bad, 'problem')} now, ${findings.length - bad} soon. Checked: ${subjects}.`,
  ]
}

function findingLines({ severity, subject, what, fix }: Finding): string[] {
  const label = severity === 'wrong' ? 'WRONG' : 'SOON '
  return [`${label}  ${subject}: ${printable(what)}`, `       → ${printable(fix)}`]
}
