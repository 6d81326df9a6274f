import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../system/client.ts'
import type { Fault } from './game/faulty-proxy.ts'
import { gameSetup } from './game/game-setup.ts'
import { createProfile, journalOf } from './game/profiles.ts'
import type { Game } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

let setup: Awaited<ReturnType<typeof gameSetup>>
beforeAll(async () => {
  setup = await gameSetup()
})
afterAll(() => setup.stop())
afterEach(() => setup.endGames())

describe('after a network failure', () => {
  const unreachable = "The server can't be reached."
  const busy = 'The server is busy.'
  const other = 'Another server answers at 127.0.0.1.'
  it.each<[string, string, Fault]>([
    ['connection refused', unreachable, { kind: 'refuse' }],
    ['response lost after the play was stored', unreachable, { kind: 'drop-response' }],
    ['503 with Retry-After', busy, { kind: 'respond', status: 503, headers: { 'retry-after': '2' } }],
    ['500', busy, { kind: 'respond', status: 500, body: '{"error":"Internal"}' }],
    [
      '429 with Retry-After',
      busy,
      { kind: 'respond', status: 429, headers: { 'Retry-After': '3' }, body: '{"error":"Too many"}' },
    ],
    ['507, disk full', busy, { kind: 'respond', status: 507 }],
    [
      'page of a captive portal',
      other,
      { kind: 'respond', status: 200, body: '<html>Sign in to the hotel</html>' },
    ],
    ['404 of another server', other, { kind: 'respond', status: 404, body: 'not found' }],
    ['redirect without location', other, { kind: 'respond', status: 302 }],
  ])('%s: the play waits, is sent again byte for byte and is stored once', async (_what, reason, fault) => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    // Shortens the timeout for lost responses.
    const game = await setup.start({ folder, timeoutScale: 0.1 })
    setup.proxy.inject(fault, { times: 2, path: '/play' })
    const before = setup.proxy.submissions().length

    game.play(stageOf({ seed: 41, folder: profile }))
    await game.waitForText(`1 waiting ${reason} Your play is saved and will be sent again.`)
    expect(game.text()).not.toMatch(/HttpErrorCode|Internal|Too many|nil/)
    await setup.waitForJournal(game, folder, profile, 1)
    await game.waitForText('Saved H.EX')

    const sent = setup.proxy.submissions().slice(before)
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await setup.waitForPlays(player, 1, game)
    await setup.waitForJournal(game, folder, profile, 0)
  })

  it.each<[string, string, string, Fault]>([
    ['500', 'The server is busy', 'busy', { kind: 'respond', status: 500 }],
    ['connection refused', "The server can't be reached", 'unreachable', { kind: 'refuse' }],
    [
      'page of a captive portal',
      'Another server answers at 127.0.0.1',
      'stranger',
      { kind: 'respond', status: 200, body: '<html>Sign in to the hotel</html>' },
    ],
  ])('%s: evaluation, song wheel and title screen give one reason', async (_what, reason, name, fault) => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, localProfiles: ['00000000'] })
    setup.proxy.inject(fault)
    game.play(stageOf({ seed: 39, folder: profile, title: name }))
    await game.waitForText(reason)
    game.backToWheel()
    await game.waitForText(reason)
    game.screen('ScreenTitleMenu')
    await game.waitForText(reason)
  })

  it('says after three seconds that the play is saved while it is being sent', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    setup.proxy.inject({ kind: 'delay', until }, { path: '/play', times: 1 })

    game.play(stageOf({ seed: 38, folder: profile }))
    await game.waitForText('Sending')
    game.draw(28, 0.1)
    expect(game.text()).toBe('Sending')
    game.draw(3, 0.1)
    expect(game.text()).toBe('Saved, sending')
    release()
    await game.waitForText('H.EX')
    expect(game.text()).not.toContain('sending')
  })

  it('a truncated response confirms the play', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder, timeoutScale: 0.1 })
    setup.proxy.inject({ kind: 'truncate' }, { path: '/play' })

    game.play(stageOf({ seed: 42, folder: profile }))
    await game.waitForText('Saved')

    await setup.waitForJournal(game, folder, profile, 0)
    await setup.waitForPlays(player, 1, game)
  })

  it('retries back off, and never come before Retry-After', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject(
      { kind: 'respond', status: 429, headers: { 'retry-after': '120' } },
      { times: 1, path: '/play' },
    )
    setup.proxy.inject({ kind: 'respond', status: 500 }, { path: '/play' })
    const attempts = () => setup.proxy.submissions().length

    game.play(stageOf({ seed: 43, folder: profile }))
    await game.waitForText('1 waiting')
    const first = attempts()
    game.draw(400, 0.25)
    expect(attempts()).toBe(first)
    await game.waitFor('a retry', () => attempts() === first + 1)
    const from = Number(game.evaluate('return world.up'))
    await game.waitFor('five more retries', () => attempts() === first + 6)
    expect(Number(game.evaluate('return world.up')) - from).toBeGreaterThan(5)
  })

  /** Ends the outage, and returns the game seconds until the journal is empty. */
  async function secondsUntilSent(game: Game, folder: string, profile: string): Promise<number> {
    const up = () => Number(game.evaluate('return world.up'))
    setup.proxy.clearFaults()
    const from = up()
    await game.waitFor('sent', async () => (await journalOf(folder, profile)).length === 0, 60_000)
    return up() - from
  }

  async function afterTenFailures(seed: number) {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    const before = setup.proxy.requests.length
    setup.proxy.inject({ kind: 'respond', status: 500 })
    game.play(stageOf({ seed, folder: profile }))
    game.draw(30)
    game.backToWheel()
    await game.waitFor('ten failures', () => setup.proxy.requests.length >= before + 10, 60_000)
    await game.waitFor('nothing under way', () => !game.network.busy())
    game.draw(1)
    return { game, folder, profile }
  }

  it('a recovered server is noticed on the next screen, however long the pause', async () => {
    const { game, folder, profile } = await afterTenFailures(44)
    setup.proxy.clearFaults()
    game.screen('ScreenSelectMusic')
    // On the same screen, the next key check is at least 15 s after the failure.
    expect(await secondsUntilSent(game, folder, profile)).toBeLessThan(10)
  })

  it('a recovered server is noticed on the same screen within half a minute, by a key check', async () => {
    const { game, folder, profile } = await afterTenFailures(45)
    expect(await secondsUntilSent(game, folder, profile)).toBeLessThan(35)
  })

  it('retries back off also when key checks succeed and only plays fail', async () => {
    const { folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'respond', status: 500 }, { path: '/play' })
    game.play(stageOf({ seed: 46, folder: profile }))
    game.draw(30)
    game.backToWheel()
    const before = setup.proxy.requests.length
    game.draw(2_400, 0.25)
    await game.waitFor('nothing under way', () => !game.network.busy())
    expect(setup.proxy.requests.length - before).toBeLessThan(20)
  })

  it('plays of an evening without network are sent the next day, with the time at which they were played', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const evening = await setup.start({ folder, localTime: new Date(Date.now() - 86_400_000) })
    setup.proxy.inject({ kind: 'refuse' })
    for (const seed of [51, 52, 53]) {
      evening.play(stageOf({ seed, folder: profile }))
      evening.draw(10)
      evening.backToWheel()
    }
    await evening.waitForText('3 waiting')
    evening.quit()
    setup.proxy.clearFaults()

    const before = setup.proxy.requests.length
    const nextDay = await setup.start({ folder })
    nextDay.join(stageOf({ seed: 51, folder: profile }))
    nextDay.screen('ScreenSelectMusic')
    await nextDay.waitFor('all sent', async () => (await journalOf(folder, profile)).length === 0)

    await setup.waitForPlays(player, 3, nextDay)
    expect(setup.proxy.requests.findLast(({ method }) => method === 'POST')?.path).toBe('/v1/plays')
    // The file is written once for all plays of a bulk request.
    const calls = setup.proxy.requests.slice(before).filter(({ method }) => method === 'POST').length
    const writes = nextDay.operations.filter((operation) => operation.startsWith('rename')).length
    expect(writes).toBeLessThanOrEqual(calls)
    expect(nextDay.text()).toBe(player.alias)
    for (const id of await setup.playsOf(player)) {
      const { body } = await call(`${setup.server.url}/api/play/${id}`)
      const { createdAt } = z.object({ createdAt: z.string() }).parse(body)
      expect(Math.abs(Date.now() - 86_400_000 - Date.parse(createdAt))).toBeLessThan(120_000)
    }
  })

  it('plays are sent one by one to a server without bulk requests; a rejected one does not stop the others', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const game = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    for (const seed of [55, 56, 57]) {
      game.play(stageOf({ seed, folder: profile }))
      game.draw(10)
      game.backToWheel()
    }
    setup.proxy.clearFaults()
    setup.proxy.inject({ kind: 'respond', status: 404 }, { path: '/v1/plays' })
    setup.proxy.inject(
      { kind: 'respond', status: 422, body: '{"error":"hash is odd"}' },
      { times: 1, path: '/play' },
    )

    await setup.waitForPlays(player, 2, game)
    await game.waitForText('1 rejected')
  })

  it('waiting plays are sent from the title screen, for every profile of the machine', async () => {
    const { player, folder, profile } = await setup.addPlayerWithMachine()
    const evening = await setup.start({ folder })
    setup.proxy.inject({ kind: 'refuse' })
    evening.play(stageOf({ seed: 54, folder: profile }))
    await evening.waitForText('1 waiting')
    evening.quit()
    setup.proxy.clearFaults()

    const nextDay = await setup.start({ folder, localProfiles: ['00000000'] })
    nextDay.screen('ScreenTitleMenu')
    await nextDay.waitForText(player.alias)
    await setup.waitForPlays(player, 1, nextDay)
  })

  it('the title screen shows profiles with a wrong key or a host that the game blocks', async () => {
    const { player, folder } = await setup.addPlayerWithMachine()
    await createProfile(folder, '00000001', setup.ini('sl_thiskeywasdeleted'))
    await createProfile(folder, '00000002', setup.ini(player.key, 'http://scores.example'))
    const game = await setup.start({ folder, localProfiles: ['00000000', '00000001', '00000002'] })

    game.screen('ScreenTitleMenu')
    await game.waitForText('The key was deleted or is wrong: link again on the song wheel (Profile 00000001)')
    await game.waitForText('The game blocks scores.example: see scores.example/help (Profile 00000002)')
    expect(game.lines().map(({ text }) => text)).toContainEqual(expect.stringMatching(/^The game blocks/))
  })
})
