import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import type { Trouble } from './game/line.ts'
import { type Game, journalOf, profileIn } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

/** Whatever happens, each play is on the server once, or it waits in the journal. */
let at: Awaited<ReturnType<typeof gamesAtServer>>
const games: Game[] = []
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => {
  at.line.clear()
  for (const game of games.splice(0)) {
    expect(game.scriptErrors()).toBe('')
    if (!game.hasEnded()) game.quit()
  }
})

const start = async (options: Parameters<typeof at.start>[0]) => {
  const game = await at.start({ timeoutScale: 0.1, ...options })
  games.push(game)
  return game
}
const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

describe('while the network fails', () => {
  it.each<[string, Trouble]>([
    ['nobody is there', { kind: 'refuse' }],
    ['the server is too slow, and has stored the play', { kind: 'silent' }],
    ['the server is busy', { kind: 'answer', status: 503, headers: { 'retry-after': '2' } }],
    ['the server is broken', { kind: 'answer', status: 500 }],
    ['there were too many plays', { kind: 'answer', status: 429, headers: { 'Retry-After': '3' } }],
    ['its disk is full', { kind: 'answer', status: 507 }],
    [
      'a page of somebody in between answers',
      { kind: 'answer', status: 200, body: '<html>Sign in to the hotel</html>' },
    ],
    ['another server is at this address', { kind: 'answer', status: 404, body: 'not found' }],
    ['the answer leads in a circle', { kind: 'answer', status: 302 }],
  ])('%s: the play waits, is sent again byte for byte, and is there once', async (_what, trouble) => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder })
    at.line.trouble(trouble, { times: 2, path: '/play' })
    const before = at.line.seen.length

    game.play(stageOf({ seed: 41, folder: profile }))
    await says(game, '1 waiting')
    expect(await journalOf(folder, profile)).toHaveLength(1)
    await says(game, 'Saved')

    const sent = at.line.seen.slice(before).filter(({ path }) => path.endsWith('/play'))
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
    await at.hasPlays(player, 1, game)
    expect(await journalOf(folder, profile)).toEqual([])
  })

  it('an answer that is cut off confirms the play all the same', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder, timeoutScale: 0.05 })
    at.line.trouble({ kind: 'cut' }, { path: '/play' })

    game.play(stageOf({ seed: 42, folder: profile }))
    await says(game, 'Saved')

    expect(await journalOf(folder, profile)).toEqual([])
    await at.hasPlays(player, 1, game)
  })

  it('the server is asked less and less often, and never before it has asked to be', async () => {
    const { folder, profile } = await at.newcomer()
    const game = await start({ folder })
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

  it('plays of an evening without network are all there the next day, at the time they were played', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await start({ folder, localTime: new Date(Date.now() - 86_400_000) })
    at.line.trouble({ kind: 'refuse' })
    for (const seed of [51, 52, 53]) {
      evening.play(stageOf({ seed, folder: profile }))
      evening.draw(10)
      evening.next()
    }
    await says(evening, '3 waiting')
    evening.quit()
    at.line.clear()

    const nextDay = await start({ folder })
    nextDay.join(stageOf({ seed: 51, folder: profile }))
    nextDay.screen('ScreenSelectMusic')
    await nextDay.until('all sent', async () => (await journalOf(folder, profile)).length === 0)

    await at.hasPlays(player, 3, nextDay)
    expect(at.line.seen.findLast(({ method }) => method === 'POST')?.path).toBe('/v1/plays')
    expect(nextDay.text()).toBe(`Stepledger: ${player.alias}`)
    for (const id of await at.playsOf(player)) {
      const { body } = await call(`${at.server.url}/api/play/${id}`)
      const { createdAt } = z.object({ createdAt: z.string() }).parse(body)
      expect(Math.abs(Date.now() - 86_400_000 - Date.parse(createdAt))).toBeLessThan(120_000)
    }
  })

  it('to a server that knows no bulk call they are sent one by one; one of them that it refuses spoils no other', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder })
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
    const evening = await start({ folder })
    at.line.trouble({ kind: 'refuse' })
    evening.play(stageOf({ seed: 54, folder: profile }))
    await says(evening, '1 waiting')
    evening.quit()
    at.line.clear()

    const nextDay = await start({ folder, localProfiles: ['00000000'] })
    nextDay.screen('ScreenTitleMenu')
    await says(nextDay, player.alias)
    await at.hasPlays(player, 1, nextDay)
  })
})

describe('a play that the server does not take', () => {
  it.each([
    [413, 'The body must be at most 4194304 bytes'],
    [422, 'radar is required'],
  ])('%i: is kept with the reason and not sent again', async (status, error) => {
    const { folder, profile } = await at.newcomer()
    const game = await start({ folder })
    at.line.trouble({ kind: 'answer', status, body: JSON.stringify({ error }) }, { path: '/play' })

    game.play(stageOf({ seed: 61, folder: profile }))
    await says(game, error)
    const asked = at.line.seen.length
    game.draw(500, 1)

    expect(at.line.seen.slice(asked).filter(({ path }) => path.endsWith('/play'))).toEqual([])
    const [line = ''] = await journalOf(folder, profile)
    expect(JSON.parse(line)).toMatchObject({ state: 'rejected', reason: error })
  })

  it('because the key is wrong: it waits for another key', async () => {
    const { player, folder, profile } = await at.newcomer()
    await profileIn(folder, '00000000', at.ini('sl_thiskeywasdeleted'))
    const game = await start({ folder })

    game.play(stageOf({ seed: 62, folder: profile }))
    await says(game, 'The key is wrong')
    expect(await journalOf(folder, profile)).toHaveLength(1)
    const asked = at.line.seen.length
    game.draw(500, 1)
    expect(at.line.seen.slice(asked).filter(({ path }) => path.endsWith('/play'))).toEqual([])

    await profileIn(folder, '00000000', at.ini(player.key))
    game.next()
    await at.hasPlays(player, 1, game)
  })

  it('because the key is another player’s: it waits for its own', async () => {
    const { player, folder, profile } = await at.newcomer()
    const other = await at.addPlayer()
    const game = await start({ folder })
    game.join(stageOf({ seed: 63, folder: profile }))
    game.screen('ScreenSelectMusic')
    await says(game, player.alias)
    at.line.trouble({ kind: 'refuse' })
    game.play(stageOf({ seed: 63, folder: profile }))
    await says(game, '1 waiting')
    at.line.clear()

    await profileIn(folder, '00000000', at.ini(other.key))
    game.next()
    await says(game, other.alias)
    game.draw(500, 1)
    expect(await at.playsOf(other)).toEqual([])
    expect(await journalOf(folder, profile)).toHaveLength(1)

    await profileIn(folder, '00000000', at.ini(player.key))
    game.next()
    await at.hasPlays(player, 1, game)
  })

  it('because the game may not ask the host: the exact line to write is shown, and nothing is sent', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder, allowHosts: '*.groovestats.com,*.itgmania.com' })

    game.play(stageOf({ seed: 64, folder: profile }))
    await says(game, 'HttpAllowHosts=*.groovestats.com,127.0.0.1,*.itgmania.com')
    expect(await journalOf(folder, profile)).toHaveLength(1)
    game.quit()

    const allowed = await start({ folder })
    allowed.join(stageOf({ seed: 64, folder: profile }))
    allowed.screen('ScreenSelectMusic')
    await at.hasPlays(player, 1, allowed)
  })
})

describe('the disk', () => {
  it('that is full loses no play while the server is there', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 71, folder: profile }))
    await says(game, 'Saved')
    await at.hasPlays(player, 1, game)
  })

  it('that is full, without a network: the player is told, and it is written down when there is room', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder })
    at.line.trouble({ kind: 'refuse' })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 72, folder: profile }))
    await says(game, "Don't quit yet")
    game.disk.setFull(false)
    await game.until('on the disk', async () => (await journalOf(folder, profile)).length === 1)
    game.quit()
    at.line.clear()

    const again = await start({ folder })
    again.join(stageOf({ seed: 72, folder: profile }))
    again.screen('ScreenSelectMusic')
    await at.hasPlays(player, 1, again)
  })

  it('that has damaged the journal loses what it damaged and nothing beside; that is kept for people', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await start({ folder })
    at.line.trouble({ kind: 'refuse' })
    for (const seed of [73, 74, 75]) {
      evening.play(stageOf({ seed, folder: profile }))
      evening.draw(10)
      evening.next()
    }
    evening.quit()
    at.line.clear()
    const path = join(folder, profile, 'Stepledger/plays-1.jsonl')
    const [first = '', second = '', third = ''] = (await readFile(path, 'utf8')).split('\n')
    const middle = second.length / 2
    const holes = `${second.slice(0, middle)}\0\0\0${second.slice(middle + 3)}`
    await writeFile(path, `${first}\n${holes}\n${third}\n`)

    const game = await start({ folder })
    game.join(stageOf({ seed: 73, folder: profile }))
    game.screen('ScreenSelectMusic')
    await at.hasPlays(player, 2, game)
    await says(game, '2 damaged')
    const kept = (await journalOf(folder, profile)).join('')
    expect(kept).toContain(second.slice(0, middle))
    expect(kept).toContain(second.slice(middle + 3))
  })

  it('that holds half a line, or a line that was changed, does not make a play of it', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await start({ folder })
    at.line.trouble({ kind: 'refuse' })
    evening.play(stageOf({ seed: 76, folder: profile }))
    await says(evening, '1 waiting')
    evening.quit()
    at.line.clear()
    const path = join(folder, profile, 'Stepledger/plays-1.jsonl')
    const line = (await readFile(path, 'utf8')).trim()
    await writeFile(path, `${line.replace('"passed":true', '"passed":fals')}\n${line.slice(0, -40)}\n{}\n\n`)

    const game = await start({ folder })
    game.join(stageOf({ seed: 76, folder: profile }))
    game.screen('ScreenSelectMusic')
    await says(game, '3 damaged')
    game.draw(200, 1)
    expect(await at.playsOf(player)).toEqual([])
  })
})

describe('the clock of the machine', () => {
  it.each([
    ['a year behind', -365 * 86_400_000],
    ['a year ahead', 365 * 86_400_000],
  ])('that is %s changes nothing about when a play was played', async (_how, off) => {
    const { player, folder, profile } = await at.newcomer()
    const game = await start({ folder, localTime: new Date(Date.now() + off) })
    const from = Date.now()

    game.play(stageOf({ seed: 81, folder: profile }))
    await says(game, 'Saved')
    await at.hasPlays(player, 1, game)

    const [id] = await at.playsOf(player)
    const { body } = await call(`${at.server.url}/api/play/${id}`)
    const { createdAt } = z.object({ createdAt: z.string() }).parse(body)
    expect(Math.abs(Date.parse(createdAt) - from)).toBeLessThan(60_000)
  })
})
