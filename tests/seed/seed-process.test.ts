import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHome } from '@stepledger/contracts/http/home.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submit } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { runSeedProcess } from '../system/ledger-process.ts'
import { readPrometheusText } from '../system/prometheus-text.ts'
import { type Server, startServer } from '../system/server.ts'

/** The command with its worker threads, with and without a running server. */
describe('seeding as a process', () => {
  let dataDir: string
  let server: Server | null

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stepledger-seed-'))
    // Creates the ledger.
    await (await startServer(dataDir)).stop()
    server = null
  })
  afterAll(async () => {
    await server?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const lagOf = async (url: string) =>
    readPrometheusText(await (await fetch(`${url}/metrics`)).text())
      .filter(({ name }) => name === 'stepledger_lag_events')
      .reduce((sum, { value }) => sum + value, 0)
  const home = async (url: string) => getHome.answer.parse((await call(`${url}/api/blueshift`)).body)

  it('works without a server; the next server shows the history and continues its play ids', async () => {
    const { code, out, err } = await runSeedProcess(dataDir, ['--plays', '1500', '--players', '80'])
    // A slow machine prints progress.
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^((Adding|Creating|Appending)\b.*\n)*$/),
    })
    expect(out).toMatch(
      /^Added 1,500 plays on \d{3} charts by \d\d players, 1,5\d\d events in all, 6 packs, and 80 accounts\. .* They become visible when a server runs\.\n$/,
    )

    server = await startServer(dataDir)
    const { url } = server
    const cid = await newPlayer(url, 'cid')
    const { playId } = await submit(url, cid, playBody({ seed: 1, rows: 20 }))
    expect(playId).toBeGreaterThan(1500)
    await vi.waitUntil(async () => (await lagOf(url)) === 0, { timeout: 60_000, interval: 200 })
    const { recentPlays } = await home(url)
    expect(recentPlays).toHaveLength(25)
    for (const play of recentPlays) expect(play.user.alias).toMatch(/^([A-Z][a-z]+){2}\d*$|^cid$/)
  })

  it('works beside a server that takes plays, without duplicate ids', async () => {
    if (!server) throw new Error('the server is not running')
    const { url } = server
    const dora = await newPlayer(url, 'dora')
    let done = false
    const sending = (async () => {
      const ids: number[] = []
      for (let seed = 1; !done; seed++)
        ids.push((await submit(url, dora, playBody({ seed, rows: 20 }))).playId)
      return ids
    })()
    const { code, out } = await runSeedProcess(dataDir, ['--plays', '1000', '--yes', '--json'])
    done = true
    const sent = await sending

    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ plays: 1000, newPlayers: 1920 })
    expect(new Set(sent).size).toBe(sent.length)
    expect(sent.length).toBeGreaterThan(0)
    const verified = await runLedger(dataDir, ['verify', '--json'])
    expect(verified).toMatchObject({ code: 0 })
    expect(JSON.parse(verified.out)).toMatchObject({ repeated: 0, faults: 0 })
  })
})
