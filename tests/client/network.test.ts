import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import type { Trouble } from './game/line.ts'
import { type Game, journalOf, profileIn } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

/** Whatever the network does, each play is on the server once, or it waits in the journal. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

describe('while the network fails', () => {
  const away = "The server can't be reached."
  const busy = 'The server is busy.'
  const other = 'What answers at 127.0.0.1 is not the score server.'
  it.each<[string, string, Trouble]>([
    ['nobody is there', away, { kind: 'refuse' }],
    ['the server is too slow, and has stored the play', away, { kind: 'silent' }],
    ['the server is busy', busy, { kind: 'answer', status: 503, headers: { 'retry-after': '2' } }],
    ['the server is broken', busy, { kind: 'answer', status: 500, body: '{"error":"Internal"}' }],
    [
      'there were too many plays',
      busy,
      { kind: 'answer', status: 429, headers: { 'Retry-After': '3' }, body: '{"error":"Too many"}' },
    ],
    ['its disk is full', busy, { kind: 'answer', status: 507 }],
    [
      'a page of somebody in between answers',
      other,
      { kind: 'answer', status: 200, body: '<html>Sign in to the hotel</html>' },
    ],
    ['another server is at this address', other, { kind: 'answer', status: 404, body: 'not found' }],
    ['the answer leads in a circle', other, { kind: 'answer', status: 302 }],
  ])('%s: the play waits, is sent again byte for byte, and is there once', async (_what, words, trouble) => {
    const { player, folder, profile } = await at.newcomer()
    // A silent side is silent for as long as the game waits: a tenth of the real seconds.
    const game = await at.start({ folder, timeoutScale: 0.1 })
    at.line.trouble(trouble, { times: 2, path: '/play' })
    const before = at.line.seen.length

    game.play(stageOf({ seed: 41, folder: profile }))
    await says(game, `1 waiting ${words} Your play is saved and will be sent again.`)
    expect(game.text()).not.toMatch(/HttpErrorCode|Internal|Too many|nil/)
    await at.journalHolds(game, folder, profile, 1)
    await says(game, 'Saved')

    const sent = at.line.seen.slice(before).filter(({ path }) => path.endsWith('/play'))
    expect(sent.length).toBeGreaterThanOrEqual(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await at.hasPlays(player, 1, game)
    await at.journalHolds(game, folder, profile, 0)
  })

  it('an answer that is cut off confirms the play all the same', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder, timeoutScale: 0.1 })
    at.line.trouble({ kind: 'cut' }, { path: '/play' })

    game.play(stageOf({ seed: 42, folder: profile }))
    await says(game, 'Saved')

    await at.journalHolds(game, folder, profile, 0)
    await at.hasPlays(player, 1, game)
  })

  it('the server is asked less and less often, and never before it has asked to be', async () => {
    const { folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble(
      { kind: 'answer', status: 429, headers: { 'retry-after': '120' } },
      { times: 1, path: '/play' },
    )
    at.line.trouble({ kind: 'answer', status: 500 }, { path: '/play' })
    const asked = () => at.line.seen.filter(({ path }) => path.endsWith('/play')).length

    game.play(stageOf({ seed: 43, folder: profile }))
    await says(game, '1 waiting')
    const first = asked()
    game.draw(400, 0.25)
    expect(asked()).toBe(first)
    await game.until('asked again', () => asked() === first + 1)
    const from = Number(game.evaluate('return world.up'))
    await game.until('five more', () => asked() === first + 6)
    expect(Number(game.evaluate('return world.up')) - from).toBeGreaterThan(5)
  })

  /** Game seconds until nothing waits any more, of a server that is back after ten failures. */
  async function secondsUntilSent(game: Game, folder: string, profile: string): Promise<number> {
    const up = () => Number(game.evaluate('return world.up'))
    at.line.clear()
    const from = up()
    await game.until('sent', async () => (await journalOf(folder, profile)).length === 0, 60_000)
    return up() - from
  }

  async function afterTenFailures(seed: number) {
    const { folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    const before = at.line.seen.length
    at.line.trouble({ kind: 'answer', status: 500 })
    game.play(stageOf({ seed, folder: profile }))
    game.draw(30)
    game.next()
    await game.until('ten failures', () => at.line.seen.length >= before + 10, 60_000)
    await game.until('nothing under way', () => !game.network.busy())
    game.draw(1)
    return { game, folder, profile }
  }

  it('a server that is back is found by the next screen, however long the pause', async () => {
    const { game, folder, profile } = await afterTenFailures(44)
    at.line.clear()
    game.screen('ScreenSelectMusic')
    expect(await secondsUntilSent(game, folder, profile)).toBeLessThan(5)
  })

  it('and within half a minute on the same screen, by a check of the key', async () => {
    const { game, folder, profile } = await afterTenFailures(45)
    expect(await secondsUntilSent(game, folder, profile)).toBeLessThan(35)
  })

  it('a server that answers checks, and fails at plays, is asked less and less often all the same', async () => {
    const { folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'answer', status: 500 }, { path: '/play' })
    game.play(stageOf({ seed: 46, folder: profile }))
    game.draw(30)
    game.next()
    const before = at.line.seen.length
    game.draw(2_400, 0.25)
    await game.until('nothing under way', () => !game.network.busy())
    expect(at.line.seen.length - before).toBeLessThan(20)
  })

  it('plays of an evening without network are all there the next day, at the time they were played', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await at.start({ folder, localTime: new Date(Date.now() - 86_400_000) })
    at.line.trouble({ kind: 'refuse' })
    for (const seed of [51, 52, 53]) {
      evening.play(stageOf({ seed, folder: profile }))
      evening.draw(10)
      evening.next()
    }
    await says(evening, '3 waiting')
    evening.quit()
    at.line.clear()

    const before = at.line.seen.length
    const nextDay = await at.start({ folder })
    nextDay.join(stageOf({ seed: 51, folder: profile }))
    nextDay.screen('ScreenSelectMusic')
    await nextDay.until('all sent', async () => (await journalOf(folder, profile)).length === 0)

    await at.hasPlays(player, 3, nextDay)
    expect(at.line.seen.findLast(({ method }) => method === 'POST')?.path).toBe('/v1/plays')
    // One file, written once for all that a call has confirmed.
    const calls = at.line.seen.slice(before).filter(({ method }) => method === 'POST').length
    const writes = nextDay.operations.filter((operation) => operation.startsWith('rename')).length
    expect(writes).toBeLessThanOrEqual(calls)
    expect(nextDay.text()).toBe(player.alias)
    for (const id of await at.playsOf(player)) {
      const { body } = await call(`${at.server.url}/api/play/${id}`)
      const { createdAt } = z.object({ createdAt: z.string() }).parse(body)
      expect(Math.abs(Date.now() - 86_400_000 - Date.parse(createdAt))).toBeLessThan(120_000)
    }
  })

  it('to a server that knows no bulk call they are sent one by one; one of them that it refuses spoils no other', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    for (const seed of [55, 56, 57]) {
      game.play(stageOf({ seed, folder: profile }))
      game.draw(10)
      game.next()
    }
    at.line.clear()
    at.line.trouble({ kind: 'answer', status: 404 }, { path: '/v1/plays' })
    at.line.trouble(
      { kind: 'answer', status: 422, body: '{"error":"hash is odd"}' },
      { times: 1, path: '/play' },
    )

    await at.hasPlays(player, 2, game)
    await says(game, '1 refused')
  })

  it('from the title screen too, for every profile of the machine', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    evening.play(stageOf({ seed: 54, folder: profile }))
    await says(evening, '1 waiting')
    evening.quit()
    at.line.clear()

    const nextDay = await at.start({ folder, localProfiles: ['00000000'] })
    nextDay.screen('ScreenTitleMenu')
    await says(nextDay, player.alias)
    await at.hasPlays(player, 1, nextDay)
  })

  it('the title screen says whose key is wrong, and what the game may not ask', async () => {
    const { player, folder } = await at.newcomer()
    await profileIn(folder, '00000001', at.ini('sl_thiskeywasdeleted'))
    await profileIn(folder, '00000002', at.ini(player.key, 'http://scores.example'))
    const game = await at.start({ folder, localProfiles: ['00000000', '00000001', '00000002'] })

    game.screen('ScreenTitleMenu')
    await says(game, 'The key is wrong: get a new Stepledger.ini (Profile 00000001)')
    await says(game, 'The game may not ask scores.example: see Help, Setup (Profile 00000002)')
  })
})
