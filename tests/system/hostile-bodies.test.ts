import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxPlayBytes } from '@stepledger/contracts/http/game.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cpuOfMainThread } from '../bench/setup/cpu-of.ts'
import { playBody } from '../generators/play-body.ts'
import { withLong } from '../length.ts'
import { newPlayer, type Player } from './client.ts'
import { type Server, startServer } from './server.ts'

/**
 * Maximum CPU time of the event loop in one go, s. One of the slowest bodies takes 0.5 s. CPU time is independent of
 * other load; it is available on Linux only.
 */
const most = 0.8

/** No body that one player can send blocks the server for others. */
describe.skipIf(process.platform !== 'linux')('four hostile bodies at once', () => {
  let dataDir: string
  let server: Server
  let mallory: Player
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-hostile-'))
    server = await startServer(dataDir)
    mallory = await newPlayer(server.url, 'mallory')
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Sends a body unchanged; resolves to the status. */
  async function send(body: Buffer): Promise<number | undefined> {
    const call = request(`${server.url}/v1/chart/${hash}/play`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mallory.key}`, 'content-type': 'application/json' },
    })
    call.end(body)
    const [answer] = await once(call, 'response')
    answer.resume()
    await once(answer, 'end')
    return answer.statusCode
  }

  /** The longest CPU time of the event loop without answering another request during `work`, s. */
  async function longestWait(work: Promise<unknown>): Promise<number> {
    let done = false
    const ended = work.finally(() => {
      done = true
    })
    let longest = 0
    while (!done) {
      const before = await cpuOfMainThread(server.pid)
      await fetch(`${server.url}/health/live`).then((answer) => answer.text())
      longest = Math.max(longest, (await cpuOfMainThread(server.pid)) - before)
      await sleep(2)
    }
    await ended
    return longest
  }

  it.each(hostileBodies())('%s: %i, and other requests are answered meanwhile', async (_, status, text) => {
    const body = Buffer.from(text())
    expect(body.length).toBeLessThanOrEqual(maxPlayBytes)
    expect(await send(body)).toBe(status)
    const statuses = Promise.all([1, 2, 3, 4].map(() => send(body)))
    const longest = await longestWait(statuses)
    expect(await statuses).toEqual([status, status, status, status])
    expect(longest).toBeLessThan(most)
  })
})

const { hash, ...usual } = playBody({ seed: 1, rows: 20 })
const room = 4 * 1024 * 1024 - 10_000
const many = (unit: string, least: number) => unit.repeat(Math.floor(room / least))
const withField = (json: string) => `${JSON.stringify({ hash, ...usual }).slice(0, -1)},"further":${json}}`
const withRows = (count: number, more: (i: number) => unknown[]) =>
  JSON.stringify({
    hash,
    ...usual,
    timingData: Array.from({ length: count }, (_, i) => [i / 3, 0.01, ...more(i)]),
  })
const unlikeObjects = (count: number, keysEach: number) =>
  `[${Array.from({ length: count }, (_, i) => `{${Array.from({ length: keysEach }, (_, j) => `"k${i}x${j}":0`)}}`)}]`
const keys = (count: number) => Array.from({ length: count }, (_, i) => `"key${i}":0`).join(',')

type HostileBody = [name: string, status: number, text: () => string]

function hostileBodies(): HostileBody[] {
  return withLong<HostileBody>(
    [
      ['lists in lists', 413, () => many('[', 2) + many(']', 2)],
      ['101,000 keys of a field', 413, () => withField(`{${keys(101_000)}}`)],
      ['bytes that are no letters', 400, () => many('é', 2)],
      ['objects that are unlike each other', 200, () => withField(unlikeObjects(1_900, 50))],
      [
        'rows of texts, each another',
        200,
        () => withRows(50_000, (i) => [...'abcdefg'].map((letter) => letter + i)),
      ],
    ],
    [
      ['lists in lists, never closed', 413, () => many('[', 1)],
      ['a field of lists in lists', 413, () => withField(many('[', 2) + many(']', 2))],
      ['101,000 fields', 413, () => `{${keys(101_000)}}`],
      ['empty objects', 413, () => withField(`[${many('{},', 3)}0]`)],
      ['numbers that take more room than they were sent in', 200, () => withField(`[${many('1e20,', 5)}0]`)],
      ['short texts', 200, () => withField(`[${many('"ab",', 5)}0]`)],
      ['letters of another script', 200, () => withField(`"${many('夏', 3)}"`)],
      ['as many keys as are taken', 200, () => withField(`{${keys(99_000)}}`)],
      [
        'objects that are unlike each other, and an escape in a text',
        200,
        () => withField(`["\\u0041",${unlikeObjects(1_900, 50)}]`),
      ],
      ['a field as deep as is taken', 200, () => withField('['.repeat(199_000) + ']'.repeat(199_000))],
      ['deep fields', 200, () => withField(`[${`${'['.repeat(1_000)}${']'.repeat(1_000)},`.repeat(140)}0]`)],
    ],
  )
}
