import { play as playShape } from '@stepledger/contracts/http/shapes/play.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { playBody } from '../generators/play-body.ts'
import { seeded } from '../generators/random.ts'
import { call, newPlayer, type Player, submit } from '../system/client.ts'
import { isDistributedAvailable } from '../system/engines.ts'
import { runLedger } from '../system/ledger-command.ts'
import { checkConsistency } from './consistency.ts'
import { faults } from './faults.ts'
import { type FaultySystem, startFaultySystem } from './faulty-system.ts'
import { withEngine } from './folded.ts'
import { startLoad } from './load.ts'
import { metricOf, quickly, readinessOf, rivalsOf, signIn, statusOf, timed } from './outages.ts'
import { startViewer } from './viewer.ts'

const { FAULT_SEED, FAULT_ROUNDS } = process.env
const rounds = Number(FAULT_ROUNDS ?? 30)
/**
 * FAULT_SEED repeats a run; the test's name contains its seed. FAULT_ONLY:
 * runs the faults whose names contain this text.
 */
const seed = Number(FAULT_SEED ?? Math.floor(Math.random() * 1e9))
const names = Object.keys(faults).filter((name) => name.includes(process.env.FAULT_ONLY ?? ''))
const players = 4
const perRound = 240_000

/** Invariants 1, 3, 7, 14, 15 on the distributed engine: any process dies in any order, under load. */
describe.skipIf(!(await isDistributedAvailable()))('the distributed engine under load', { retry: 0 }, () => {
  let ground: FaultySystem
  let crowd: Player[]

  beforeAll(async () => {
    ground = await startFaultySystem()
    crowd = []
    for (let n = 0; n < players; n++) crowd.push(await newPlayer(ground.system.url, `player${n}`))
  })
  afterAll(() => ground.stop())

  it(`every process is killed in turn, ${rounds} rounds (FAULT_SEED=${seed}): no play is lost, duplicated, out of order or invented`, {
    timeout: (rounds + 2) * perRound,
  }, async () => {
    const random = seeded(seed)
    const load = startLoad(ground.system.url, crowd, seed)
    await load.more(10)
    const viewer = startViewer(ground.system.url, load.acknowledged)
    for (let round = 0; round < rounds; round++) {
      const inTurn = names.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at)
      for (const { name } of inTurn) {
        const from = performance.now()
        await faults[name]?.(ground, random, viewer)
        // The next fault starts when the system works again.
        await load.more(8)
        say(`${name}: at work after ${Math.round(performance.now() - from)} ms`)
      }
    }
    await load.stop()
    await viewer.more(1)
    await viewer.stop()
    await Promise.all(Object.values(ground.system.services).map((service) => service.ready()))

    expect(load.errors).toEqual([])
    expect(viewer.errors).toEqual([])
    expect(viewer.seen()).toBeGreaterThan(2 * rounds)
    expect(load.acknowledged.length).toBeGreaterThan(rounds * names.length * 8)
    expect(await checkConsistency(ground, load.acknowledged)).toEqual({
      lost: [],
      doubled: [],
      outOfOrder: [],
      phantom: [],
    })
    expect(await runLedger('unused', ['verify', '--json'], ground.env)).toMatchObject({ code: 0 })
  })

  it('while Kafka hangs, plays are refused and kept by the game; sign-ins, accounts, rivals and pages go on', async () => {
    const [ada, bob] = crowd as [Player, Player]
    const { url, services } = ground.system
    const body = playBody({ seed: 77, rows: 40 })
    const known = playBody({ seed: 76, rows: 40 })
    // Folded before the play that is shown, as both are of one player, and on no page yet.
    const unread = await submit(url, ada, playBody({ seed: 75, rows: 40 }))
    const shown = await submit(url, ada, known)
    await untilShown(url, shown.playId)
    const withRivals = [
      'ingest',
      'accounts',
      'catalogue',
      'competitions',
      'query-1',
      'query-2',
      'analysis',
    ] as const
    const playPage = async () => playShape.parse((await call(`${url}/api/play/${unread.playId}`)).body)
    onTestFinished(() => ground.lines.kafka.resume())
    ground.lines.kafka.stall()
    const refused = timed(call(`${url}/v1/chart/${body.hash}/play`, { token: ada.key, body }))

    await vi.waitUntil(async () => (await call(`${url}/api/health`)).status === 503, { timeout: 20_000 })
    const health = await quickly(2_000, () => timed(call(`${url}/api/health`)))
    // S3 is named too, when it was killed last and has not been probed since.
    expect(health.result.body).toEqual({
      error: expect.stringMatching(/\bKafka has not answered for \d+ s\b/),
    })
    expect(health.ms).toBeLessThan(2_000)
    const up = await quickly(2_000, () => metricOf(ground, 'query-1', 'part_up', 'ledger'))
    expect(up.result).toBe(0)
    expect(up.ms).toBeLessThan(2_000)
    expect((await metricOf(ground, 'query-1', 'part_up', 'database')).result).toBe(1)
    const status = await quickly(5_000, () => statusOf(ground))
    expect(status.result).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Kafka has not answered for \d+ s/),
    })
    expect(status.ms).toBeLessThan(5_000)
    expect(await readinessOf(ground, withRivals)).toEqual(withRivals.map(() => 200))

    expect((await signIn(ground, bob)).status).toBe(200)
    expect(await call(`${url}/api/user`, { token: ada.token })).toMatchObject({ status: 200 })
    const added = await timed(call(`${url}/api/rivals`, { token: ada.token, body: { rivalUserId: bob.id } }))
    expect(added.result).toMatchObject({ status: 200, body: { rival: { userId: bob.id } } })
    expect(await rivalsOf(ground, ada)).toMatchObject({ rivals: [{ userId: bob.id }] })
    for (const page of ['/api/blueshift', `/api/chart/${known.hash}`, `/api/user/${ada.id}`])
      expect([page, (await call(`${url}${page}`)).status]).toEqual([page, 200])
    // Its scores are in the read model, its steps only in the ledger.
    expect(await playPage()).toMatchObject({ user: { alias: ada.alias }, hasSteps: false, timingData: [] })
    // A service that can do without the ledger also starts without it.
    await services.accounts.kill()
    services.accounts.start()
    await services.accounts.ready()
    // Caddy checks it every two seconds.
    await vi.waitUntil(async () => (await signIn(ground, ada)).status === 200, {
      timeout: 20_000,
      interval: 200,
    })
    const answer = await refused
    expect([answer.result.status, answer.result.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await metricOf(ground, 'ingest', 'plays_refused_total', 'ledger')).result).toBeGreaterThan(0)

    ground.lines.kafka.resume()
    const sent = await submitted(url, ada, body)
    await vi.waitUntil(async () => (await playPage()).hasSteps, { timeout: 60_000, interval: 200 })
    expect((await playPage()).timingData).toHaveLength(40)
    await vi.waitUntil(() => noRivalsQueued(ground), { timeout: 90_000, interval: 200 })
    expect(await rivalsOf(ground, ada)).toMatchObject({ rivals: [{ userId: bob.id }] })
    expect((await statusOf(ground)).result.out).not.toContain('has not answered')
    say(
      `Kafka away: health ${ms(health)}, metrics ${ms(up)}, status ${ms(status)}, rival ${ms(added)}, play refused after ${ms(answer)}`,
    )
    await untilShown(url, sent.playId)
    expect(await playsOf(ground, body.hash, ada)).toHaveLength(1)
    expect(await runLedger('unused', ['verify', '--json'], ground.env)).toMatchObject({ code: 0 })
  }, 240_000)

  it('while Postgres hangs, status, health and metrics name it; afterwards everything works again', async () => {
    const [ada] = crowd as [Player]
    const { url } = ground.system
    const body = playBody({ seed: 78, rows: 40 })
    onTestFinished(() => ground.lines.postgres.resume())
    ground.lines.postgres.stall()
    const refused = timed(
      call(`${url}/v1/chart/${body.hash}/play`, { token: ada.key, body }).catch(() => null),
    )
    // A process that lost its database may restart, and is then answered for by Caddy.
    const asked = `http://${ground.system.services['query-1'].address}/api/health`
    const health = await quickly(2_000, () => timed(call(asked).catch(() => null)))
    expect(health.result?.body).toMatchObject({
      error: expect.stringMatching(/^Postgres has not answered for \d+ s/),
    })
    expect(health.ms).toBeLessThan(2_000)
    const up = await quickly(2_000, () => metricOf(ground, 'query-2', 'part_up', 'database'))
    expect(up.result).toBe(0)
    expect(up.ms).toBeLessThan(2_000)
    const status = await quickly(5_000, () => statusOf(ground))
    expect(status.result).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^Postgres at .* (cannot be reached|does not answer)/),
    })
    expect(status.ms).toBeLessThan(5_000)

    ground.lines.postgres.resume()
    const answer = await refused
    await Promise.all(Object.values(ground.system.services).map((service) => service.ready()))
    const sent = await submitted(url, ada, body)
    await untilShown(url, sent.playId)
    expect(await playsOf(ground, body.hash, ada)).toHaveLength(1)
    say(
      `Postgres away: health ${ms(health)}, metrics ${ms(up)}, status ${ms(status)}, play ${answer.result?.status} after ${ms(answer)}`,
    )
  }, 240_000)
})

/** Logs the faults (FAULT_SAY=on). */
function say(line: string): void {
  if (process.env.FAULT_SAY) process.stderr.write(`${line}\n`)
}

const ms = ({ ms: took }: { readonly ms: number }) => `${Math.round(took)} ms`

/** Sends a play until it is taken, as the game does. */
function submitted(url: string, player: Player, body: ReturnType<typeof playBody>) {
  return vi.waitFor(() => submit(url, player, body), { timeout: 60_000, interval: 500 })
}

function untilShown(url: string, playId: number) {
  return vi.waitUntil(async () => (await call(`${url}/api/play/${playId}`)).status === 200, {
    timeout: 60_000,
    interval: 100,
  })
}

/** Plays of a chart by a player, in the live generation. */
async function playsOf(ground: FaultySystem, chart: string, { id }: Player): Promise<unknown[]> {
  return withEngine(ground, async ({ database }, live) => {
    const { rows } = await database.pool.query(
      `select id from ${live.schema}.plays where chart = $1 and player = $2`,
      [chart, id],
    )
    return rows
  })
}

function noRivalsQueued(ground: FaultySystem): Promise<boolean> {
  return withEngine(ground, async ({ database }) => {
    const { rowCount } = await database.pool.query('select from ingest.rival_changes')
    return rowCount === 0
  })
}
