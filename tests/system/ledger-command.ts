import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs the built `ledger` command on a data folder, with or without a running server. */
export async function runLedger(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, 'dist/ledger.js'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (text: Buffer) => {
    output.out += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    output.err += text.toString()
  })
  await once(child, 'close')
  return { code: child.exitCode, ...output }
}
