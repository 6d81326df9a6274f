import { actionCommands } from './actions/action-commands.ts'
import { Command, type CommandContext } from './command.ts'
import { doctorCommand } from './doctor/doctor-command.ts'
import { dumpCommand, loadCommand } from './dump/dump-command.ts'
import { environmentHelp } from './environment.ts'
import { eventsCommand } from './events-command.ts'
import { exitCodesHelp } from './exit-codes.ts'
import { explainCommand } from './explain/explain-command.ts'
import { exportCommand } from './export-command.ts'
import { loginCommand, logoutCommand } from './login-command.ts'
import { migrateCommand } from './migrate-command.ts'
import { addCommand } from './pack-add-command.ts'
import { statusCommand } from './status/status-command.ts'
import { verifyCommand } from './verify/verify-command.ts'

const help = `${environmentHelp}
${exitCodesHelp}

Examples (npm run ledger -- …):
  ledger status
  ledger explain 1234
  ledger events --type PlayWithdrawn --json`

export function ledgerCommand(context: CommandContext): Command {
  const program = new Command('ledger')
    .description('Inspects and operates the ledger of Stepledger.')
    .enablePositionalOptions()
  for (const make of [
    statusCommand,
    doctorCommand,
    verifyCommand,
    explainCommand,
    eventsCommand,
    dumpCommand,
    loadCommand,
    migrateCommand,
    loginCommand,
    logoutCommand,
    exportCommand,
  ])
    program.addCommand(make(context))
  for (const command of actionCommands(context)) {
    if (command.name() === 'pack') command.addCommand(addCommand(context))
    program.addCommand(command)
  }
  program.notes(help)
  program.addHelpText('afterAll', ({ command }) =>
    command === program ? '' : '\nEnvironment and exit codes: `ledger --help`',
  )
  program.hook('preAction', (_, command) => context.onStart(command))
  // Throws instead of exiting the process, so that resources are closed first.
  for (const command of [program, ...program.commands.flatMap((one) => [one, ...one.commands])])
    command
      .configureOutput({
        // Rejects when stdout was closed, as in `ledger --help | head`.
        writeOut: (text) => void context.output.print(text.trimEnd()).catch(() => {}),
        writeErr: (text) => context.output.printStderr(text.trimEnd()),
      })
      .exitOverride()
      .showHelpAfterError('(use --help for usage)')
  return program
}
