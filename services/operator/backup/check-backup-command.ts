import { InvalidArgumentError } from 'commander'
import { Command } from '../command.ts'
import type { CommandContext } from '../command-context.ts'
import { exitCodes } from '../exit-codes.ts'
import { counted } from '../format-text.ts'
import { printable } from '../printable.ts'
import { type BackupCheck, checkBackup } from './check-backup.ts'
import { readKeyFile } from './files/backup-key.ts'
import { contentsText } from './manifest.ts'

interface CheckFlags {
  readonly keyFile?: string
  readonly maxAge: number
  readonly at?: string
}

export function checkCommand({ output, runOnConfig }: CommandContext): Command {
  return new Command('check')
    .description('read the newest backup of a folder completely, and report whether it is good')
    .argument('<dir>', 'folder of the backups')
    .option('--max-age <hours>', 'age from which a backup is too old', hoursArgument, 26)
    .option('--at <time>', 'another backup than the newest')
    .option('--key-file <file>', 'key of an encrypted backup')
    .option('--json', 'print one JSON document')
    .notes(`
Needs neither a server nor a database. Compares every file with its checksum and counts the events
of the ledger, which must have no gap. Exits with 1 when the backup is damaged or too old, with 3
when there is none. To repair a damaged file, delete it and back up again.`)
    .action(async (dir: string, { keyFile, maxAge, at }: CheckFlags) => {
      await runOnConfig(async () => {
        const key = keyFile === undefined ? null : await readKeyFile(keyFile)
        const maxAgeMs = maxAge * 3_600_000
        const check = await checkBackup({ folder: dir, key, maxAgeMs, at, output, now: Date.now })
        return {
          document: check,
          text: linesOf(check),
          code: check.isGood ? exitCodes.fine : exitCodes.wrong,
        }
      })
    })
}

function hoursArgument(text: string): number {
  const hours = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (hours <= 0) throw new InvalidArgumentError('It must be a number of hours, such as 26.')
  return hours
}

function linesOf(check: BackupCheck): string[] {
  const { backup, ageSeconds, isGood, problems, problemCount, backups } = check
  const more = problemCount - problems.length
  return [
    `Backup ${backup}, ${(ageSeconds / 3600).toFixed(1)} h old: ${contentsText(check)}.`,
    `In this folder: ${counted(backups.length, 'backup')}${backups.length > 1 ? `, the oldest ${backups[0]}` : ''}.`,
    ...problems.map(printable),
    ...(more > 0 ? [`And ${counted(more, 'more problem')}.`] : []),
    isGood ? 'It is good.' : 'It is not good.',
  ]
}
