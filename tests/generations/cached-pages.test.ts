import { encodeEvent } from '@stepledger/contracts/events/codec.ts'
import { playSubmitted } from '@stepledger/contracts/events/play-submitted.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { rollBack } from '@stepledger/services/projector/generations/go-back.ts'
import { startSystem } from '@stepledger/services/system.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FoldingLedger, foldingLedger } from '../folding-ledger.ts'
import { playerNumber, smallPlay } from '../generators/small-play.ts'
import { rulesWithTop } from './other-rules.ts'

const chart = 'a'.repeat(16)

/**
 * Invariants 22, 23, 26 and 27 with cached pages: each answer belongs to the generation that its header names, in its
 * current state. Worst case: no notice reaches this server, so it detects a switch by polling, within a second.
 */
describe('a server with cached pages', () => {
  let given: FoldingLedger
  let system: Awaited<ReturnType<typeof startSystem>>

  beforeEach(async () => {
    given = await foldingLedger()
    for (const n of [1, 2, 3]) await play(n)
    await given.folded()
    system = await startSystem({
      config: readConfig({ PORT: '0', RATE_LIMITS: 'off', CHECK_ANSWERS: 'on', LOG_LEVEL: 'silent' }),
      log: pino({ level: 'silent' }),
      databaseUrl: given.url,
      only: new Set(['accounts', 'query']),
      websiteDir: null,
      projectorWorker: null,
      packWorker: null,
      exportWorker: null,
      onFatalError: (error) => {
        throw error
      },
    })
  })
  afterEach(async () => {
    await system.stop()
    await given.close()
  })
  async function play(n: number) {
    const player = playerNumber(n)
    const event = smallPlay({ playId: n, player, chart, at: 1_700_000_000_000 + n, offset: 0.02 + n / 100 })
    return given.ledger.append('events', { key: event.key, bytes: encodeEvent(playSubmitted, event) })
  }
  const paths = [`/api/chart/${chart}`, `/api/chart/${chart}/leaderboards`, '/api/play/1', '/api/blueshift']

  /** Reads each page with the headers of a conditional request. */
  const readAll = () =>
    Promise.all(
      paths.map(async (path) => {
        const headers = { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() }
        const answer = await fetch(system.url + path, { headers })
        const generation = Number(answer.headers.get('ledger-generation'))
        expect([path, answer.status, answer.headers.get('etag')]).toEqual([path, 200, null])
        expect(answer.headers.get('cache-control')).toBe('no-store')
        return { path, generation, text: await answer.text() }
      }),
    )
  /** Reads until all pages are of `generation`; returns all answers on the way. */
  async function readUntil(generation: number) {
    const answers: Awaited<ReturnType<typeof readAll>> = []
    await vi.waitUntil(
      async () => {
        const now = await readAll()
        answers.push(...now)
        return now.every((answer) => answer.generation === generation)
      },
      { timeout: 30_000, interval: 1 },
    )
    return answers
  }
  const textsOf = (answers: Awaited<ReturnType<typeof readAll>>, generation: number) =>
    paths.map((path) => [
      ...new Set(answers.flatMap((a) => (a.path === path && a.generation === generation ? [a.text] : []))),
    ])

  it('serves no page of a replaced generation, and none from before a rollback', async () => {
    const before = textsOf(await readUntil(1), 1)
    const switching = given.publish(rulesWithTop(3)).then((offset) => given.settled(offset))
    const answers = await readUntil(2)
    await switching
    expect(textsOf(answers, 1).map((texts, i) => texts.every((text) => before[i]?.includes(text)))).toEqual(
      paths.map(() => true),
    )
    for (const [i, texts] of textsOf(answers, 2).entries()) {
      expect([paths[i], texts.length]).toEqual([paths[i], 1])
      expect([paths[i], ...texts]).not.toEqual([paths[i], ...(before[i] ?? [])])
    }

    await given.folded(await play(4))
    await rollBack(given, { operator: '00000000-0000-4000-8000-000000000001', reason: null })
    const back = textsOf(await readUntil(1), 1)
    const [, boards, single] = back
    // After the rollback no page of the first generation lacks the fourth play.
    expect(boards).toEqual([expect.stringContaining('"playId":4')])
    expect(single).toEqual(before[2])
  })
})
