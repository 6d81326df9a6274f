import { PassThrough } from 'node:stream'
import type { Doing } from '@stepledger/services/operator/pace.ts'
import { runLedger } from '@stepledger/services/operator/run-ledger.ts'

export interface CommandOptions {
  /** What somebody at the terminal would answer; nobody sits there by default. */
  readonly answer?: string
  /** What happens elsewhere while they think. */
  readonly meanwhile?: () => Promise<unknown>
  /** Variables beside DATABASE_URL. */
  readonly env?: Readonly<Record<string, string>>
  /** Hears what it says of how far it is. */
  readonly onProgress?: (doing: Doing | null) => void
}

/** Runs a command in this process on the database at `url`: exit code, lines of stdout, stderr. */
export async function command(
  url: string,
  args: readonly string[],
  { answer, meanwhile = async () => {}, env, onProgress = () => {} }: CommandOptions = {},
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
  const code = await runLedger(
    args,
    { DATABASE_URL: url, ...env },
    {
      async print(...lines) {
        out.push(...lines)
      },
      say: (line) => err.push(line),
      progress: onProgress,
      signal: new AbortController().signal,
      terminal: answer === undefined ? null : terminal,
    },
  )
  return { code, out, err: err.join('\n'), json: (): unknown => JSON.parse(out.join('\n')) }
}
