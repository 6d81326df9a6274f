import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isoTime } from '@stepledger/contracts/http/shapes/time.ts'
import { z } from 'zod'
import { hasCluster } from '../embedded-postgres/cluster.ts'
import type { Config, Environment } from '../platform/config/config.ts'
import { CommandFailedError } from './exit-codes.ts'

/** A server without encryption is used on this machine alone: the token would be readable on the way. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

/** Contents of `login.json`, mode 0600. `alias`: of the account that acts. */
const loginFile = z.object({
  url: z.string().refine(isSafeUrl),
  token: z.string(),
  alias: z.string(),
  expiresAt: isoTime,
})
export type Login = z.infer<typeof loginFile>

function pathOf({ XDG_CONFIG_HOME: config = '' }: Environment): string {
  return join(isAbsolute(config) ? config : join(homedir(), '.config'), 'stepledger', 'login.json')
}

/** Returns null without a file. Throws CommandFailedError for a damaged one. */
export async function readLogin(env: Environment): Promise<Login | null> {
  const path = pathOf(env)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })
  if (text === null) return null
  try {
    return loginFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new CommandFailedError(`${path} is damaged. Run "ledger login" again.`, { cause })
  }
}

/** None if the environment names a data folder or a database, or if there is a ledger in the default data folder. */
export async function loginInUse(config: Config, env: Environment): Promise<Login | null> {
  const isNamed = [env.DATABASE_URL, env.DATA_DIR].some((value) => value?.trim())
  if (isNamed || (await hasCluster(join(config.dataDir, 'postgres')))) return null
  return readLogin(env)
}

export async function writeLogin(env: Environment, login: Login): Promise<void> {
  const path = pathOf(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(login), { mode: 0o600 })
  await rename(draft, path)
}

export async function removeLogin(env: Environment): Promise<void> {
  await rm(pathOf(env), { force: true })
}
