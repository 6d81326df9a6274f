import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, it, onTestFinished } from 'vitest'
import { isOwnUid, unusedUid } from './run-as.ts'

it('the user id of Postgres belongs to no account and is stable for a folder', async () => {
  const uids = await Promise.all(['/a', '/b', '/c', '/a'].map(unusedUid))
  expect(uids.every(isOwnUid)).toBe(true)
  expect(uids[3]).toBe(uids[0])
  expect(new Set(uids).size).toBe(3)
  const accounts = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => Number(line.split(':')[2]))
  for (const uid of uids) expect(accounts).not.toContain(uid)
})

// Only root may start a process as another user.
if (process.getuid?.() === 0)
  it('the user id of Postgres belongs to no running process', async () => {
    const folder = '/data/of a test'
    const uid = await unusedUid(folder)
    const other = spawn('sleep', ['600'], { uid, gid: uid, stdio: 'ignore' })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'spawn')
    expect(await unusedUid(folder)).not.toBe(uid)
  })
