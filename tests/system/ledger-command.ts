import type { Output } from '@stepledger/services/operator/output.ts'
import { runLedger as ledgerCommand } from '@stepledger/services/operator/run-ledger.ts'
import type { Environment } from '@stepledger/services/platform/config/config.ts'
import type { RunCommand } from './ledger-process.ts'

/** The `ledger` command in this process: a process of its own (ledger-process.ts) costs a second of CPU time. */
export const runLedger: RunCommand = async (dataDir, args, env) => {
  const out: string[] = []
  const err: string[] = []
  const printStderr = (line: string) => void err.push(line)
  const output: Output = {
    async print(...lines) {
      out.push(...lines)
    },
    printStderr,
    log: { info: () => {}, warn: printStderr, error: printStderr },
    progress: () => {},
    signal: new AbortController().signal,
    terminal: null,
  }
  const environment: Environment = { ...process.env, DATA_DIR: dataDir, ...env }
  const code = await ledgerCommand(args, environment, output)
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
  return { code, out: text(out), err: text(err) }
}
