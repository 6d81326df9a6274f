import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type DiskSpace, unwatchedDisk, watchDisk } from '../disk/disk-space.ts'
import { testApp } from '../http/test-app.ts'
import { folderStorage } from './folder-storage.ts'
import { serveUploads } from './serve-uploads.ts'
import type { SignedPut } from './storage.ts'

const patience = { timeout: 30_000, interval: 5 }

/** A server that accepts files whose keys are in `awaited`. */
async function uploadServer(
  options: { disk?: DiskSpace; idleMs?: number; recheckMs?: number; requestTimeoutMs?: number } = {},
) {
  const { disk = unwatchedDisk, idleMs = 30_000, recheckMs = 30_000, requestTimeoutMs } = options
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-uploads-'))
  const app = testApp({
    disk,
    ...(requestTimeoutMs !== undefined && { requestTimeoutMs }),
  })
  let url = ''
  const storage = await folderStorage({ folder, publicUrl: () => url, now: Date.now })
  const awaited = new Set<string>()
  const isAwaited = async (key: string) => awaited.has(key)
  serveUploads(app, storage, { prefix: '', isAwaited }, { idleMs, recheckMs })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await app.close()
    await storage.close()
    await rm(folder, { recursive: true })
  })
  return {
    server: app.server,
    awaited,
    address(key: string, size: number) {
      awaited.add(key)
      return storage.signPut(key, size, 60)
    },
    /** The stored text of a file, and the number of partial files. */
    async kept(key: string) {
      const found = await storage.get(key)
      return found && text(found.stream)
    },
    partial: async () => (await readdir(join(folder, 'unfinished')).catch(() => [])).length,
  }
}

async function put({ url, headers }: SignedPut, body: string) {
  const answer = await fetch(url, { method: 'PUT', body, headers: { ...headers } })
  return { status: answer.status, body: await answer.text() }
}

/** Declares `size` bytes and sends only `sent`. */
function startPut({ url, headers }: SignedPut, size: number, sent: string) {
  const { hostname, port, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${size}\r\n\r\n${sent}`,
  )
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('error', () => {})
  const status = async () => {
    await vi.waitUntil(() => received.includes('\r\n'), patience)
    return Number(received.split(' ')[1])
  }
  return { socket, status }
}

const large = 100_000_000

it('accepts a file once, and not again after it was processed or cancelled', async () => {
  const { address, awaited, kept } = await uploadServer()
  const signed = await address('a.bin', 3)
  expect((await put(signed, 'abc')).status).toBe(200)
  const refused = { status: 409, body: '{"error":"This file was already uploaded, or is no longer needed"}' }
  expect(await put(signed, 'xyz')).toEqual(refused)
  expect(await kept('a.bin')).toBe('abc')

  const cancelled = await address('b.bin', 3)
  awaited.delete('b.bin')
  expect(await put(cancelled, 'abc')).toEqual(refused)
  expect(await kept('b.bin')).toBeNull()
})

it('rejects an unexpected or already stored file before receiving its bytes', async () => {
  const { address, awaited, partial } = await uploadServer()
  const sent = await address('a.bin', large)
  expect((await put(await address('a.bin', 3), 'abc')).status).toBe(200)
  const cancelled = await address('b.bin', large)
  awaited.delete('b.bin')
  for (const signed of [sent, cancelled]) expect(await startPut(signed, large, 'abc').status()).toBe(409)
  expect(await partial()).toBe(0)
})

it('accepts one of two concurrent uploads to an address', async () => {
  const { address, kept, partial } = await uploadServer()
  const signed = await address('a.bin', 6)
  const first = startPut(signed, 6, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  expect((await put(signed, 'uvwxyz')).status).toBe(409)
  first.socket.write('def')
  expect(await first.status()).toBe(200)
  expect(await kept('a.bin')).toBe('abcdef')
})

it('stores nothing of a file whose upload is cancelled while it is received', async () => {
  const { address, awaited, kept, partial } = await uploadServer()
  const running = startPut(await address('a.bin', 6), 6, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  awaited.delete('a.bin')
  running.socket.write('def')
  expect(await running.status()).toBe(409)
  expect([await kept('a.bin'), await partial()]).toEqual([null, 0])
})

it('aborts a file that stalls', async () => {
  const { address, kept, partial } = await uploadServer({ idleMs: 50 })
  const running = startPut(await address('a.bin', large), large, 'abc')
  expect(await running.status()).toBe(408)
  expect([await kept('a.bin'), await partial()]).toEqual([null, 0])
})

it('accepts a slow file beyond the idle timeout while bytes arrive', async () => {
  const idleMs = 1_500
  const { address, kept } = await uploadServer({ idleMs })
  const running = startPut(await address('a.bin', 1_000), 1_000, '')
  const start = performance.now()
  let sent = 0
  const dripping = setInterval(() => {
    running.socket.write('a')
    sent += 1
  }, 20)
  onTestFinished(() => clearInterval(dripping))
  await vi.waitUntil(() => performance.now() - start > idleMs + 500, patience)
  clearInterval(dripping)
  running.socket.write('a'.repeat(1_000 - sent))
  expect(await running.status()).toBe(200)
  expect(await kept('a.bin')).toHaveLength(1_000)
})

it('aborts a file that is no longer expected before its last byte', async () => {
  const { address, awaited, partial } = await uploadServer({ recheckMs: 10 })
  const running = startPut(await address('a.bin', large), large, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  awaited.delete('a.bin')
  expect(await running.status()).toBe(409)
  expect(await partial()).toBe(0)
})

it('accepts a file beyond the request timeout while bytes arrive', async () => {
  const { address, kept, server } = await uploadServer({ requestTimeoutMs: 500 })
  const signed = await address('a.bin', 6)
  const timedOut = once(server, 'clientError')
  const running = startPut(signed, 6, 'abc')
  expect((await timedOut)[0]).toMatchObject({ code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  running.socket.write('def')
  expect(await running.status()).toBe(200)
  expect(await kept('a.bin')).toBe('abcdef')
})

it('stores nothing of a file whose client disconnects', async () => {
  const { address, partial } = await uploadServer()
  const running = startPut(await address('a.bin', 100), 100, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  running.socket.destroy()
  await vi.waitUntil(async () => (await partial()) === 0, patience)
})

const MiB = 1024 ** 2

/** Monitors a disk with `free` bytes; the threshold is 8 MiB, for uploads 10 MiB. */
async function watchedDisk(free: () => number | Promise<number>) {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-disk-'))
  const errors: string[] = []
  const log = { info: () => {}, warn: () => {}, error: (line: string) => void errors.push(line) }
  const look = async () => ({ free: await free(), total: 1_000 * MiB })
  const disk = await watchDisk({ folder, least: 8 * MiB, log, measure: look, intervalMs: 5 })
  onTestFinished(async () => {
    disk.stop()
    await rm(folder, { recursive: true })
  })
  return { disk, errors }
}

it('rejects a file if the space does not suffice for it and the rest of running uploads', async () => {
  const { disk } = await watchedDisk(() => 10 * MiB + 1_000)
  const { address, partial } = await uploadServer({ disk })
  expect(await put(await address('a.bin', 1_001), 'a'.repeat(1_001))).toEqual({
    status: 507,
    body: `{"error":"The server doesn't have enough disk space for a file of 1 KB. Please try again later."}`,
  })
  const running = startPut(await address('b.bin', 600), 600, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  expect((await put(await address('c.bin', 600), 'c'.repeat(600))).status).toBe(507)
  expect((await put(await address('d.bin', 300), 'd'.repeat(300))).status).toBe(200)
  running.socket.write('b'.repeat(597))
  expect(await running.status()).toBe(200)
})

it('aborts running uploads when the disk fills up, before plays are refused', async () => {
  let free = async () => 500 * MiB
  const { disk, errors } = await watchedDisk(() => free())
  const { address, partial } = await uploadServer({ disk })
  const running = startPut(await address('a.bin', large), large, 'abc')
  await vi.waitUntil(async () => (await partial()) === 1, patience)
  free = async () => ((await partial()) > 0 ? 7 * MiB : 9 * MiB)
  expect(await running.status()).toBe(507)
  await vi.waitUntil(() => disk.free() === 9 * MiB, patience)
  expect([await partial(), disk.isLow(), errors]).toEqual([0, false, []])
})
