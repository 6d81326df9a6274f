import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type SignedPut, SizeError, type Storage } from './storage.ts'

interface StorageUnderTest {
  readonly storage: Storage
  /** The same storage with the clock at another time. */
  at(now: number): Promise<Storage>
  close(): Promise<void>
}

/** The contract of every storage adapter. */
export function storageContract(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(`storage, ${name}`, () => {
    const prepare = async () => {
      const given = await open()
      onTestFinished(() => given.close())
      return given
    }
    const png = Buffer.from('not really a picture')

    it('returns a stored file with size and type', async () => {
      const { storage } = await prepare()
      await storage.put('pictures/ab/abcd.png', png)
      expect(await bytesOf(storage, 'pictures/ab/abcd.png')).toEqual(png)
      const head = await storage.head('pictures/ab/abcd.png')
      expect(head).toMatchObject({ size: png.length, contentType: 'image/png' })
      expect(Math.abs(Date.now() - (head?.modifiedAt.getTime() ?? 0))).toBeLessThan(60_000)
    })

    it('returns null for a missing file, and ignores its deletion', async () => {
      const { storage } = await prepare()
      expect(await storage.get('a/b.png')).toBeNull()
      expect(await storage.head('a/b.png')).toBeNull()
      await storage.delete('a/b.png')
    })

    it('replaces and deletes files', async () => {
      const { storage } = await prepare()
      await storage.put('a.zip', Buffer.from('first'))
      await storage.put('a.zip', Buffer.from('second, longer'))
      expect(String(await bytesOf(storage, 'a.zip'))).toBe('second, longer')
      await storage.delete('a.zip')
      expect(await storage.get('a.zip')).toBeNull()
    })

    it('stores streams of many megabytes, and empty files', async () => {
      const { storage } = await prepare()
      const chunk = Buffer.alloc(256 * 1024, 7)
      await storage.put('large.bin', {
        stream: Readable.from(Array<Buffer>(32).fill(chunk)),
        size: 32 * chunk.length,
      })
      expect(await storage.head('large.bin')).toMatchObject({ size: 32 * chunk.length })
      expect((await bytesOf(storage, 'large.bin'))?.equals(Buffer.alloc(32 * chunk.length, 7))).toBe(true)
      await storage.put('empty.bin', Buffer.alloc(0))
      expect(await bytesOf(storage, 'empty.bin')).toEqual(Buffer.alloc(0))
    })

    it('stores nothing of a stream that is longer or shorter than declared, or fails', async () => {
      const { storage } = await prepare()
      const put = (stream: Readable) => storage.put('a.bin', { stream, size: 10 })
      await expect(put(Readable.from([Buffer.alloc(11)]))).rejects.toThrow(SizeError)
      await expect(put(Readable.from([Buffer.alloc(9)]))).rejects.toThrow(SizeError)
      await expect(put(Readable.from(breaking()))).rejects.toThrow('broken off')
      expect(await storage.head('a.bin')).toBeNull()
    })

    it('returns a range of a file, and rejects one beyond its end', async () => {
      const { storage } = await prepare()
      await storage.put('a.bin', Buffer.from('0123456789'))
      const read = async (start: number, end: number) => {
        const found = await storage.get('a.bin', { start, end })
        return found && [found.size, String(await buffer(found.stream))]
      }
      expect(await read(0, 0)).toEqual([10, '0'])
      expect(await read(3, 5)).toEqual([10, '345'])
      expect(await read(0, 9)).toEqual([10, '0123456789'])
      expect(await storage.get('b.bin', { start: 0, end: 0 })).toBeNull()
      for (const [start, end] of [
        [0, 10],
        [10, 10],
        [5, 4],
        [-1, 4],
      ] as const)
        await expect(read(start, end)).rejects.toThrow(/^range: /)
    })

    it('lists the files of a prefix in key order', async () => {
      const { storage } = await prepare()
      for (const key of ['a/2.png', 'a/10.png', 'a-b/1.png', 'ab/1.png', 'a/deep/er/1.png', 'b/1.png'])
        await storage.put(key, Buffer.from(key))
      const listed = async (prefix: string) => {
        const keys: string[] = []
        for await (const { key, size } of storage.list(prefix)) {
          expect(size).toBe(key.length)
          keys.push(key)
        }
        return keys
      }
      expect(await listed('')).toEqual([
        'a-b/1.png',
        'a/10.png',
        'a/2.png',
        'a/deep/er/1.png',
        'ab/1.png',
        'b/1.png',
      ])
      expect(await listed('a/')).toEqual(['a/10.png', 'a/2.png', 'a/deep/er/1.png'])
      expect(await listed('a/1')).toEqual(['a/10.png'])
      expect(await listed('c')).toEqual([])
    })

    it.each([
      '',
      '/a.png',
      '../a.png',
      'a/../b.png',
      'A.png',
      'a',
      'a.html',
      'a.png/b.png',
      'a b.png',
      `${'a/'.repeat(7)}b.png`,
    ])('refuses %o as a key', async (key) => {
      const { storage } = await prepare()
      await expect(storage.put(key, png)).rejects.toThrow(/^key: /)
      await expect(storage.get(key)).rejects.toThrow(/^key: /)
      await expect(storage.signPut(key, 1, 60)).rejects.toThrow(/^key: /)
    })

    it('rejects sizes above the limit and expiry times beyond the maximum when signing', async () => {
      const { storage } = await prepare()
      const size = 3 * 1024 ** 3
      await expect(storage.put('a.bin', { stream: Readable.from([]), size })).rejects.toThrow(/^size: /)
      await expect(storage.signPut('a.bin', size, 60)).rejects.toThrow(/^size: /)
      await expect(storage.signPut('a.bin', 1, 8 * 24 * 3600)).rejects.toThrow(/^seconds: /)
    })

    it('signs a URL that accepts one file of that size and type', async () => {
      const { storage } = await prepare()
      const signed = await storage.signPut('packs/1.zip', 5, 60)
      expect((await send(signed, 'PK..!')).status).toBe(200)
      expect(String(await bytesOf(storage, 'packs/1.zip'))).toBe('PK..!')
      expect((await send(signed, 'four')).ok).toBe(false)
      expect((await send(signed, 'sixsix')).ok).toBe(false)
      expect((await send({ ...signed, headers: { 'content-type': 'text/html' } }, 'PK..?')).ok).toBe(false)
      const elsewhere = signed.url.replace('packs/1.zip', 'packs/2.zip')
      expect((await send({ ...signed, url: elsewhere }, 'PK..?')).status).toBe(403)
      expect(String(await bytesOf(storage, 'packs/1.zip'))).toBe('PK..!')
      expect(await storage.head('packs/2.zip')).toBeNull()
    })

    it('signs a URL that accepts one file of any size', async () => {
      const { storage } = await prepare()
      const signed = await storage.signPut('packs/1.zip', null, 60)
      expect((await send(signed, 'PK..!')).status).toBe(200)
      expect(String(await bytesOf(storage, 'packs/1.zip'))).toBe('PK..!')
      expect((await send({ ...signed, url: signed.url.replace('/1.', '/2.') }, 'PK..?')).status).toBe(403)
    })

    it('rejects a file at an expired URL', async () => {
      const { storage, at } = await prepare()
      const before = await at(Date.now() - 3600_000)
      expect((await send(await before.signPut('packs/1.zip', 5, 3000), 'PK..!')).status).toBe(403)
      expect(await storage.head('packs/1.zip')).toBeNull()
      expect((await send(await before.signPut('packs/1.zip', 5, 4000), 'PK..!')).status).toBe(200)
    })
  })
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer | null> {
  const found = await storage.get(key)
  return found && buffer(found.stream)
}

function send({ url, headers }: SignedPut, body: string): Promise<Response> {
  return fetch(url, { method: 'PUT', body, headers: { ...headers } })
}

async function* breaking() {
  yield Buffer.alloc(5)
  throw new Error('broken off')
}
