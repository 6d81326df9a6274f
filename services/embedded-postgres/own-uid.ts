import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'

/**
 * User ids that neither distributions nor systemd assign, below the 65,536 ids usually available in containers. Used by
 * number, so no account is needed.
 */
const first = 60_706
const count = 478

export function isOwnUid(uid: number): boolean {
  return uid >= first && uid < first + count
}

/**
 * Returns a user id for the Postgres of this folder that no account and no process of this machine uses. Different
 * folders usually get different ids, so that two servers do not share one.
 */
export async function unusedUid(folder: string): Promise<number> {
  const used = new Set([...(await accountUids()), ...(await processUids())])
  const start = createHash('sha256').update(folder).digest().readUInt32BE(0)
  for (let i = 0; i < count; i++) {
    const uid = first + ((start + i) % count)
    if (!used.has(uid)) return uid
  }
  throw new Error(`every user id from ${first} to ${first + count - 1} is in use`)
}

async function accountUids(): Promise<number[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').map((line) => Number(line.split(':')[2]))
}

/** User ids of running processes; empty without /proc. */
async function processUids(): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const uids = pids.map((pid) => stat(`/proc/${pid}`).then(({ uid }) => uid))
  const found = await Promise.allSettled(uids)
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}
