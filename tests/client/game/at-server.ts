import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import type { CompetitionDocument } from '@stepledger/contracts/rules/competition-document.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { expect, vi } from 'vitest'
import { startGameServer } from '../../game-reads/game-server.ts'
import { announced } from '../../generators/competition.ts'
import { say } from '../../standings/say.ts'
import { call, newPlayer, type Player } from '../../system/client.ts'
import { lineTo } from './line.ts'
import { type Game, type GameOptions, journalOf, profileIn, startGame } from './run-game.ts'

/** A real server, a line to it that can be troubled, and machines with profiles. */
export async function gamesAtServer() {
  const server = await startGameServer()
  const line = await lineTo(server.url)
  const folders: string[] = []
  const games: Game[] = []
  let players = 0

  const ini = (key: string, host = line.url) => `[Stepledger]\r\nApiKey=${key}\r\nHost=${host}\r\n`

  return {
    server,
    line,
    ini,
    addPlayer: (name = 'dancer'): Promise<Player> => newPlayer(server.url, `${name}${++players}`),
    /** An event, in the ledger and on its page. */
    async announce(document: CompetitionDocument): Promise<void> {
      const ledger = await postgresLedger({ database: server.database })
      await say(ledger, announced(document))
      await ledger.close()
      const isThere = async () => (await call(`${server.url}/api/event/${document.slug}`)).status === 200
      await vi.waitUntil(isThere, { timeout: 30_000, interval: 50 })
    },
    /** An empty machine. */
    async machine(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'stepledger-game-'))
      folders.push(folder)
      return folder
    },
    /** A machine with a profile of a new player. */
    async newcomer(name = 'dancer') {
      const player = await this.addPlayer(name)
      const folder = await this.machine()
      const profile = await profileIn(folder, '00000000', ini(player.key))
      return { player, folder, profile }
    },
    async start(options: GameOptions): Promise<Game> {
      const game = await startGame(options)
      games.push(game)
      return game
    },
    /** After each test: the line is whole again; no game has shown an error of the script, or kept a global. */
    endGames() {
      line.clear()
      for (const game of games.splice(0)) {
        if (!game.hasEnded()) {
          expect(game.newGlobals()).toEqual([])
          game.quit()
        }
        expect(game.scriptErrors()).toBe('')
      }
    },
    /** Ids of the plays of a player that the pages show. */
    async playsOf(player: Player): Promise<number[]> {
      const { body } = await call(`${server.url}/api/user/${player.id}?limit=100`)
      return profilePage.parse(body).recentPlays.map(({ playId }) => playId ?? 0)
    },
    /**
     * Draws frames of the game until the pages show that number of plays of a player. Throws at once when they show
     * more.
     */
    async hasPlays(player: Player, count: number, game: Game): Promise<void> {
      const enough = async () => {
        const { length } = await this.playsOf(player)
        if (length > count) throw new Error(`${length} plays of ${player.alias} where ${count} were played`)
        return length === count
      }
      await game.until(`${count} plays of ${player.alias}`, enough)
    },
    /**
     * Draws frames until the journal of a profile holds that number of plays: it is written in the frames after an
     * answer.
     */
    async journalHolds(game: Game, folder: string, profile: string, count: number): Promise<void> {
      const holds = async () => (await journalOf(folder, profile)).length === count
      await game.until(`${count} plays in the journal`, holds)
      expect(await holds()).toBe(true)
    },
    async stop() {
      await line.close()
      await server.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}
