import { PassThrough } from 'node:stream'
import type { ExitCode } from '@stepledger/services/operator/exit-codes.ts'
import type { Output, ProgressState } from '@stepledger/services/operator/output.ts'
import { runLedger } from '@stepledger/services/operator/run-ledger.ts'
import type { Environment } from '@stepledger/services/platform/config/config.ts'

export interface CommandOptions {
  /** Answer at the terminal; no terminal by default. */
  readonly answer?: string
  /** Runs before the answer. */
  readonly meanwhile?: () => Promise<unknown>
  /** Variables besides DATABASE_URL. */
  readonly env?: Readonly<Record<string, string>>
  /** Interrupts the command. */
  readonly signal?: AbortSignal
  /** Default: `ledger`. */
  readonly program?: (args: readonly string[], env: Environment, output: Output) => Promise<ExitCode>
  /** Receives progress. */
  readonly onProgress?: (doing: ProgressState | null) => void
}

/** Runs a command in this process on the database at `url`. Returns exit code, lines of stdout, and stderr. */
export async function command(
  url: string,
  args: readonly string[],
  {
    answer,
    meanwhile = async () => {},
    env,
    signal,
    onProgress = () => {},
    program = runLedger,
  }: CommandOptions = {},
) {
  const out: string[] = []
  const err: string[] = []
  const input = new PassThrough()
  const terminal = { input, output: new PassThrough() }
  terminal.output.once('data', () =>
    meanwhile().then(
      () => input.write(`${answer}\n`),
      (error: Error) => input.destroy(error),
    ),
  )
  const printStderr = (line: string) => void err.push(line)
  const code = await program(
    args,
    { DATABASE_URL: url, ...env },
    {
      async print(...lines) {
        out.push(...lines)
      },
      printStderr,
      log: { info: () => {}, warn: printStderr, error: printStderr },
      progress: onProgress,
      signal: signal ?? new AbortController().signal,
      terminal: answer === undefined ? null : terminal,
    },
  )
  return { code, out, err: err.join('\n'), json: (): unknown => JSON.parse(out.join('\n')) }
}
