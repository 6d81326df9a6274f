import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { type Command, CommanderError } from 'commander'
import { ConfigError, type Environment, readConfig } from '../platform/config/config.ts'
import { RefusedError, withActionServer } from './actions/action-server.ts'
import type { CommandContext, CommandOutcome } from './command.ts'
import { type ExitCode, exitCodes, UsageError } from './exit-codes.ts'
import { explainFileError } from './file-error.ts'
import { jsonDocument } from './format-text.ts'
import { ledgerCommand } from './ledger-command.ts'
import { loginInUse } from './login-file.ts'
import { operatorOf } from './options.ts'
import { type Output, OutputClosedError } from './output.ts'
import { withStore } from './store.ts'

type BuiltWorkers = Pick<CommandContext, 'exportWorker'>

/** Runs one command and returns its exit code. Never throws: errors are printed to stderr as one line. */
export async function runLedger(
  args: readonly string[],
  env: Environment,
  output: Output,
  { exportWorker }: BuiltWorkers = { exportWorker: null },
): Promise<ExitCode> {
  let code: ExitCode = exitCodes.fine
  let running: Command | null = null
  const printed = async (outcome: CommandOutcome): Promise<ExitCode> => {
    if (typeof outcome === 'number') return outcome
    const { document, text, code = exitCodes.fine } = outcome
    const json = running?.opts().json === true
    await output.print(...(json ? [jsonDocument(document)] : [text].flat()))
    return code
  }
  const runOnConfig: CommandContext['runOnConfig'] = async (work) => {
    code = await printed(await work(readConfig(env)))
  }
  const run: CommandContext['run'] = (work) =>
    runOnConfig((config) =>
      withStore({ config, log: output.log, signal: output.signal }, async (store) =>
        printed(await work(store, config)),
      ),
    )
  try {
    await ledgerCommand({
      output,
      run,
      runOnConfig,
      runAction: (route, options, work) =>
        runOnConfig(async (config) =>
          withActionServer(
            route,
            {
              config,
              operator: operatorOf(options, env),
              login: await loginInUse(config, env),
              output,
              exportWorker,
            },
            work,
          ),
        ),
      env,
      exportWorker,
      onStart: (command) => {
        running = command
      },
    }).parseAsync([...args], {
      from: 'user',
    })
    return code
  } catch (error) {
    output.progress(null)
    return explainFailure(error, output, running)
  }
}

function explainFailure(error: unknown, { signal, printStderr }: Output, command: Command | null): ExitCode {
  if (signal.reason instanceof OutputClosedError) return exitCodes.fine
  if (signal.aborted) return exitCodes.interrupted
  // Commander has already printed help or the error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage
  const ofFile = explainFileError(error, command)
  printStderr(ofFile?.text ?? errorMessage(error))
  if (ofFile?.isArgument) return exitCodes.usage
  if (error instanceof RefusedError) return exitCodes.wrong
  return error instanceof UsageError || error instanceof ConfigError ? exitCodes.usage : exitCodes.unable
}
