import { chown, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunAs } from './run-as.ts'

/** Every connection needs a password, by the Unix socket too. */
const rules = `local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`

/** Writes pg_hba.conf of a cluster that is not running. The rules of initdb refuse its Unix socket. */
export async function writeAccessRules(folder: string, { owner }: RunAs): Promise<void> {
  const path = join(folder, 'pg_hba.conf')
  if ((await readFile(path, 'utf8').catch(() => null)) === rules) return
  // Two starts may write at the same time.
  const aside = `${path}.${process.pid}.new`
  await writeFile(aside, rules, { mode: 0o600 })
  if (owner !== null) await chown(aside, owner.uid, owner.gid)
  await rename(aside, path)
}
