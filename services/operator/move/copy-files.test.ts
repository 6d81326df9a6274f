import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mediaKey } from '@stepledger/contracts/storage/media-key.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { copyFiles } from './copy-system.ts'

const kept = mediaKey('0'.repeat(64), 'webp')
const deleted = mediaKey('1'.repeat(64), 'webp')
const other = mediaKey('2'.repeat(64), 'webp')

let folder: string
let source: Storage
let target: Storage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stepledger-files-'))
  const storageIn = (name: string) =>
    folderStorage({ folder: join(folder, name), publicUrl: () => 'http://localhost', now: Date.now })
  source = await storageIn('source')
  target = await storageIn('target')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list('')) keys.push(key)
  return keys
}

it('copies what is new, deletes what was deleted meanwhile, and leaves a storage with other files as it is', async () => {
  const known = new Set<string>()
  const output = { progress: () => {}, signal: new AbortController().signal }
  await source.put(kept, Buffer.from('kept'))
  await source.put(deleted, Buffer.from('deleted'))
  expect(await copyFiles(source, target, known, output)).toBe(2)
  expect(await keysOf(target)).toEqual([kept, deleted])

  await source.delete(deleted)
  expect(await copyFiles(source, target, known, output)).toBe(0)
  expect(await keysOf(target)).toEqual([kept])

  await target.put(other, Buffer.from('other'))
  await source.put(deleted, Buffer.from('deleted'))
  await expect(copyFiles(source, target, known, output)).rejects.toThrow(`other files, such as ${other}`)
  expect(await keysOf(target)).toEqual([kept, other])
})
