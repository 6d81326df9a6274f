import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testApp } from '../../platform/http/test-app.ts'
import { limitsInMemory } from '../../platform/limits/limits.ts'
import { defaultRateLimits } from '../../platform/limits/rate-limits.ts'
import { folderStorage } from '../../platform/storage/folder-storage.ts'
import type { Card } from '../cards/card.ts'
import type { CardReader } from '../cards/read-card.ts'
import { servePictures } from './serve-pictures.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

function chart(hash: string): Card {
  return {
    kind: 'chart',
    chart: { hash, title: 'A song', artist: 'Somebody', difficulty: null, meter: 9, banner: null },
    plays: 0,
    players: 0,
    leaders: [],
  }
}

/** Returns a card for any chart. */
const readCard: CardReader = async (_request, subject) => {
  if (subject.kind !== 'chart') throw new Error('a test of charts')
  return { card: chart(subject.id), version: subject.id.slice(0, 12), board: null }
}

async function prepare(calls: number) {
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const storage = await folderStorage({ folder, publicUrl: () => 'http://localhost:8080', now: Date.now })
  const limits = limitsInMemory({ ...defaultRateLimits, picture: { calls, seconds: 60 } })
  const app = testApp({ limits })
  onTestFinished(() => app.close())
  await storage.put('pictures/players/aa/stored-by-an-earlier-release.png', Buffer.from('a picture'))
  servePictures(app, readCard, { storage, log: quiet })
  const get = (chart: number, remoteAddress = '192.0.2.1') =>
    app.inject({ url: `/picture/chart/${chart.toString(16).padStart(16, '0')}.png`, remoteAddress })
  return { get, storage }
}

describe('pictures', () => {
  it('have a rate limit per address for drawing, and the limit of reads for cached ones', async () => {
    const { get } = await prepare(2)
    const first = await get(1 << 20)
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await get(2 << 20)).statusCode).toBe(200)

    const refused = await get(3 << 20)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (let i = 0; i < 10; i += 1) expect((await get(1 << 20)).statusCode).toBe(200)
    expect((await get(3 << 20, '192.0.2.2')).statusCode).toBe(200)
    expect((await get(3 << 20)).statusCode).toBe(200)
  })

  it('that an earlier release stored are deleted, since they may name erased players', async () => {
    const { storage } = await prepare(2)
    const stored = async () => {
      for await (const { key } of storage.list('pictures/')) return key
      return null
    }
    await expect.poll(stored).toBeNull()
  })
})
