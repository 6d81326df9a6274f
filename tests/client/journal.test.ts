import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call } from '../system/client.ts'
import { gamesAtServer } from './game/at-server.ts'
import { type Game, journalOf, profileIn } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

/**
 * Whatever the server, the disk, the clock and memory cards do, each play is on the server once, or it waits in the
 * journal.
 */
let at: Awaited<ReturnType<typeof gamesAtServer>>
beforeAll(async () => {
  at = await gamesAtServer()
})
afterAll(() => at.stop())
afterEach(() => at.endGames())

const says = (game: Game, words: string) => game.until(words, () => game.text().includes(words))

describe('a play that the server does not take', () => {
  it.each([
    [413, 'The body must be at most 4194304 bytes'],
    [422, 'radar is required'],
  ])('%i: is kept with the reason and not sent again', async (status, error) => {
    const { folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
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
    const game = await at.start({ folder })

    game.play(stageOf({ seed: 62, folder: profile }))
    await says(game, 'The key is wrong')
    await at.journalHolds(game, folder, profile, 1)
    const asked = at.line.seen.length
    game.draw(500, 1)
    expect(at.line.seen.slice(asked).filter(({ path }) => path.endsWith('/play'))).toEqual([])

    await profileIn(folder, '00000000', at.ini(player.key))
    game.next()
    await at.hasPlays(player, 1, game)
  })

  it('under a key that was replaced while the answer was on its way: the new key is not blamed', async () => {
    const { player, folder, profile } = await at.newcomer()
    await profileIn(folder, '00000000', at.ini('sl_thiskeywasdeleted'))
    const game = await at.start({ folder })
    let release = () => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    at.line.trouble({ kind: 'late', until }, { times: 1, path: '/play' })
    const before = at.line.seen.length

    game.play(stageOf({ seed: 65, folder: profile }))
    await game.until('it is on its way', () => at.line.seen.length > before)
    await profileIn(folder, '00000000', at.ini(player.key))
    game.next()
    release()

    await at.hasPlays(player, 1, game)
    await says(game, player.alias)
  })

  it('because the key is another player’s: it waits for its own', async () => {
    const { player, folder, profile } = await at.newcomer()
    const other = await at.addPlayer()
    const game = await at.start({ folder })
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
    await at.journalHolds(game, folder, profile, 1)

    await profileIn(folder, '00000000', at.ini(player.key))
    game.next()
    await at.hasPlays(player, 1, game)
  })

  it('because the game may not ask the host: the exact line to write is shown, and nothing is sent', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder, allowHosts: '*.groovestats.com,*.itgmania.com' })

    game.play(stageOf({ seed: 64, folder: profile }))
    await says(game, 'Press left to read more')
    game.press('MenuLeft', 'PlayerNumber_P1')
    await says(game, 'HttpAllowHosts=*.groovestats.com,127.0.0.1, *.itgmania.com')
    await at.journalHolds(game, folder, profile, 1)
    game.quit()

    const allowed = await at.start({ folder })
    allowed.join(stageOf({ seed: 64, folder: profile }))
    allowed.screen('ScreenSelectMusic')
    await at.hasPlays(player, 1, allowed)
  })
})

describe('the disk', () => {
  it('that is full loses no play while the server is there', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 71, folder: profile }))
    await says(game, 'Saved')
    await at.hasPlays(player, 1, game)
  })

  it('that is full, without a network: the player is told, and it is written down when there is room', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    game.disk.setFull(true)

    game.play(stageOf({ seed: 72, folder: profile }))
    await says(game, "Don't quit before the play is sent.")
    game.disk.setFull(false)
    await game.until('on the disk', async () => (await journalOf(folder, profile)).length === 1)
    game.quit()
    at.line.clear()

    const again = await at.start({ folder })
    again.join(stageOf({ seed: 72, folder: profile }))
    again.screen('ScreenSelectMusic')
    await at.hasPlays(player, 1, again)
  })

  it('is written to in pieces: marathons that wait lie in several files, and all of them are sent', async () => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    for (const [nth, seed] of [701, 702].entries()) {
      game.play(stageOf({ seed, rows: 25_000, folder: profile }))
      await says(game, `${nth + 1} waiting`)
      game.next()
    }
    const files = await readdir(join(folder, profile, 'Stepledger'))
    expect(files.filter((file) => file.endsWith('.jsonl')).sort()).toEqual(['plays-1.jsonl', 'plays-2.jsonl'])
    at.line.clear()

    await game.until('nothing waits', async () => (await journalOf(folder, profile)).length === 0)
    await at.hasPlays(player, 2, game)
  })

  it('that has damaged the journal loses what it damaged and nothing beside; that is kept for people', async () => {
    const { player, folder, profile } = await at.newcomer()
    const evening = await at.start({ folder })
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

    const game = await at.start({ folder })
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
    const evening = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    evening.play(stageOf({ seed: 76, folder: profile }))
    await says(evening, '1 waiting')
    evening.quit()
    at.line.clear()
    const path = join(folder, profile, 'Stepledger/plays-1.jsonl')
    const line = (await readFile(path, 'utf8')).trim()
    await writeFile(path, `${line.replace('"passed":true', '"passed":fals')}\n${line.slice(0, -40)}\n{}\n\n`)

    const game = await at.start({ folder })
    game.join(stageOf({ seed: 76, folder: profile }))
    game.screen('ScreenSelectMusic')
    await says(game, '3 damaged')
    game.draw(200, 1)
    expect(await at.playsOf(player)).toEqual([])
  })
})

describe('a memory card', () => {
  it('that was at another machine meanwhile, or is another player’s, keeps its own plays', async () => {
    const ada = await at.addPlayer()
    const ben = await at.addPlayer()
    const folder = await at.machine()
    const card = '/@mc1/ITGmania/'
    const insert = async (ini: string, journal: string) => {
      await mkdir(join(folder, card, 'Stepledger'), { recursive: true })
      await writeFile(join(folder, card, 'Stepledger.ini'), ini)
      await writeFile(join(folder, card, 'Stepledger/plays-1.jsonl'), journal)
    }
    await insert(at.ini(ada.key), '')
    const game = await at.start({ folder })
    at.line.trouble({ kind: 'refuse' })
    game.play(stageOf({ seed: 77, folder: card }))
    await says(game, '1 waiting')
    const onAdasCard = await readFile(join(folder, card, 'Stepledger/plays-1.jsonl'), 'utf8')

    game.screen('ScreenTitleMenu')
    await insert(at.ini(ben.key), '')
    game.play(stageOf({ seed: 78, folder: card }))
    await says(game, '1 waiting')
    at.line.clear()
    await at.hasPlays(ben, 1, game)
    expect(await at.playsOf(ada)).toEqual([])

    game.screen('ScreenTitleMenu')
    await insert(at.ini(ada.key), onAdasCard)
    game.join(stageOf({ seed: 77, folder: card }))
    game.screen('ScreenSelectMusic')
    await at.hasPlays(ada, 1, game)
    await at.hasPlays(ben, 1, game)
  })
})

describe('the clock of the machine', () => {
  it.each([
    ['a year behind', -365 * 86_400_000],
    ['a year ahead', 365 * 86_400_000],
  ])('that is %s changes nothing about when a play was played', async (_how, off) => {
    const { player, folder, profile } = await at.newcomer()
    const game = await at.start({ folder, localTime: new Date(Date.now() + off) })
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
