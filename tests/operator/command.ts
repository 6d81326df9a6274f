import { PassThrough } from 'node:stream'
import { runLedger } from '@stepledger/services/operator/run-ledger.ts'

export interface CommandOptions {
  /** What somebody at the terminal would answer; nobody sits there unless told. */
  readonly answer?: string
  /** Variables beside DATABASE_URL. */
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a command in this process on the database at `url`: exit code, lines of stdout, stderr. */
export async function command(url: string, args: readonly string[], { answer, env }: CommandOptions = {}) {
  const out: string[] = []
  const err: string[] = []
  const input = new PassThrough()
  if (answer !== undefined) input.write(`${answer}\n`)
  const code = await runLedger(
    args,
    { DATABASE_URL: url, ...env },
    {
      async print(...lines) {
        out.push(...lines)
      },
      say: (line) => err.push(line),
      progress: () => {},
      signal: new AbortController().signal,
      terminal: answer === undefined ? null : { input, output: new PassThrough() },
    },
  )
  return { code, out, err: err.join('\n'), json: (): unknown => JSON.parse(out.join('\n')) }
}
