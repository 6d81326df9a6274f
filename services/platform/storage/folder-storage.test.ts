import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type DiskSpace, unwatchedDisk } from '../disk/disk-space.ts'
import { testApp } from '../http/test-app.ts'
import { storageContract } from './contract-suite.ts'
import { folderStorage } from './folder-storage.ts'
import { serveUploads } from './serve-uploads.ts'
import { AlreadySentError } from './storage.ts'

async function prepare(disk: DiskSpace = unwatchedDisk) {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-storage-'))
  const app = testApp({ disk })
  // URLs contain the port, which is known once the server listens; the routes are registered before.
  const receiving = await folderStorage({ folder, publicUrl: () => 'http://localhost', now: Date.now })
  serveUploads(app, receiving, { prefix: '', isAwaited: async () => true })
  const publicUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const at = (now: number) => folderStorage({ folder, publicUrl: () => publicUrl, now: () => now })
  return {
    folder,
    at,
    storage: await folderStorage({ folder, publicUrl: () => publicUrl, now: Date.now }),
    async close() {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

storageContract('in a folder', () => prepare())

describe('storage in a folder', () => {
  const modesIn = async (folder: string) => {
    const paths = [folder, ...(await readdir(folder, { recursive: true })).map((path) => join(folder, path))]
    const modes = await Promise.all(
      paths.map(async (path) => {
        const { mode } = await stat(path)
        return (mode & 0o777).toString(8)
      }),
    )
    return new Set(modes)
  }

  it('is accessible to its own user only, also if an older release created it', async () => {
    const { folder, at, storage, close } = await prepare()
    onTestFinished(close)
    await chmod(folder, 0o700)
    await storage.put('downloads/one.zip', Buffer.from('own data'))
    expect(await modesIn(folder)).toEqual(new Set(['700', '600']))

    for (const path of ['', 'files', 'files/downloads']) await chmod(join(folder, path), 0o755)
    await chmod(join(folder, 'files/downloads/one.zip'), 0o644)
    await at(Date.now())
    expect(await modesIn(folder)).toEqual(new Set(['700', '600']))
  })

  it('deletes abandoned partial files, and protects its signing key', async () => {
    const { folder, at, close } = await prepare()
    onTestFinished(close)
    const old = join(folder, 'unfinished', 'old')
    await mkdir(join(folder, 'unfinished'))
    await writeFile(old, 'half')
    await writeFile(join(folder, 'unfinished', 'young'), 'half')
    await utimes(old, new Date(0), new Date(0))
    const storage = await at(Date.now())
    expect(await readdir(join(folder, 'unfinished'))).toEqual(['young'])
    await storage.signPut('a.bin', 1, 60)
    expect((await stat(join(folder, 'signing-key'))).mode & 0o077).toBe(0)
  })

  it('keeps the first of two concurrent uploads to one key', async () => {
    const { at, storage, close } = await prepare()
    onTestFinished(close)
    const other = await at(Date.now())
    const received = (text: string) => ({ stream: Readable.from([Buffer.from(text)]), size: text.length })
    await storage.receive?.store('a.bin', received('first'))
    await expect(other.receive?.store('a.bin', received('later'))).rejects.toThrow(AlreadySentError)
    const kept = await storage.get('a.bin')
    expect(kept && (await text(kept.stream))).toBe('first')
  })

  it('rejects unsigned requests with an error of the API', async () => {
    const { storage, close } = await prepare()
    onTestFinished(close)
    const { url, headers } = await storage.signPut('a.bin', 3, 60)
    const forged = url.replace(/signature=.{4}/, 'signature=AAAA')
    const answer = await fetch(forged, { method: 'PUT', body: 'abc', headers: { ...headers } })
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'This upload address is invalid' }])
    const longer = await fetch(url, { method: 'PUT', body: 'abcd', headers: { ...headers } })
    expect([longer.status, await longer.json()]).toEqual([400, { error: 'Content-Length: must be 3' }])
  })

  it('rejects files while the disk is nearly full', async () => {
    const { storage, close } = await prepare({ ...unwatchedDisk, isLow: () => true, free: () => 0 })
    onTestFinished(close)
    const { url, headers } = await storage.signPut('a.bin', 3, 60)
    const answer = await fetch(url, { method: 'PUT', body: 'abc', headers: { ...headers } })
    expect(answer.status).toBe(507)
    expect(await storage.head('a.bin')).toBeNull()
  })
})
