import type { Command } from 'commander'

/** Commands that change something, which `ledger audit` lists. `move` appends its entry itself, to the new ledger. */
const acting: ReadonlySet<string> = new Set([
  'withdraw',
  'wipe',
  'reinstate',
  'grant',
  'revoke',
  'sign-out',
  'erase',
  'replay',
  'rollback',
  'prune',
  'rules preview',
  'rules publish',
  'parked retry',
  'pack add',
  'pack remove',
  'pack rename',
  'pack owner',
  'pack accept',
  'pack refuse',
  'event announce',
  'event charts',
  'event window',
  'event points',
  'event close',
  'data publish',
])

/** Commands with --as and --reason. */
interface OperatorCommands {
  /** Those whose entry for the audit is delivered to the ledger afterwards. Refused once the system has moved. */
  readonly acting: ReadonlySet<Command>
  readonly named: ReadonlySet<Command>
}

/** Adds --as and --reason to `move` and all acting commands. */
export function addOperatorOptions(program: Command): OperatorCommands {
  const commands = program.commands.flatMap((command) => [
    ...(acting.has(command.name()) ? [command] : []),
    ...command.commands.filter((inner) => acting.has(`${command.name()} ${inner.name()}`)),
  ])
  const move = program.commands.filter((command) => command.name() === 'move')
  const named = [...commands, ...move]
  for (const command of named) {
    command.option(
      '--as <name>',
      'your name or alias, for "ledger audit"; by default that of the system user',
    )
    if (!command.options.some(({ long }) => long === '--reason'))
      command.option('--reason <text>', 'reason, for "ledger audit"; without personal data')
  }
  return { acting: new Set(commands), named: new Set(named) }
}
