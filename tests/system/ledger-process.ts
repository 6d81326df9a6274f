import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname

export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a command on a data folder, with or without a running server. */
export type RunCommand = (
  dataDir: string,
  args: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<CommandResult>

/** The built `ledger` command. */
export const runBuiltLedger: RunCommand = (...given) => run('dist/ledger.js', ...given)

/** `npm run seed -- …`. */
export const runSeedProcess: RunCommand = (...given) => run('scripts/seed.mjs', ...given)

async function run(program: string, ...[dataDir, args, env]: Parameters<RunCommand>): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, program), ...args], {
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
