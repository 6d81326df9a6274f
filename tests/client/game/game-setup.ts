import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { CompetitionDocument } from '@stepledger/contracts/competition/competition-document.ts'
import { encodeAnyEvent } from '@stepledger/contracts/events/codec.ts'
import { serverFile, serverFileName } from '@stepledger/contracts/game-client/client.ts'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { postgresLedger } from '@stepledger/services/platform/ledger/postgres-ledger.ts'
import { expect, vi } from 'vitest'
import { startGameServer } from '../../game-reads/game-server.ts'
import { announced } from '../../generators/competition.ts'
import { appendCompetitionEvent } from '../../standings/append-competition-event.ts'
import { call, newPlayer, type Player } from '../../system/client.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { createProfile, journalOf } from './profiles.ts'
import { type Game, type GameOptions, startGame } from './run-game.ts'

/** A real server, a proxy to it that injects faults, and folders as machines on which games run. */
export async function gameSetup() {
  const server = await startGameServer()
  const proxy = await faultyProxy(server.url)
  const folders: string[] = []
  const games: Game[] = []
  let players = 0

  const ini = (key: string, host = proxy.url) => `[Stepledger]\r\nApiKey=${key}\r\nHost=${host}\r\n`

  return {
    server,
    proxy,
    ini,
    addPlayer: (name = 'dancer'): Promise<Player> => newPlayer(server.url, `${name}${++players}`),
    /** Announces a competition, of the site by default, and waits until it has a page. */
    async announce(document: CompetitionDocument, owner: string | null = null): Promise<void> {
      const ledger = await postgresLedger({ database: server.database })
      await appendCompetitionEvent(ledger, announced(document, owner))
      await ledger.close()
      const isAnnounced = async () => (await call(`${server.url}/api/event/${document.slug}`)).status === 200
      await vi.waitUntil(isAnnounced, { timeout: 30_000, interval: 50 })
    },
    /** Lets a player take part in a competition. The play that follows is folded after it. */
    async takePart(slug: string, { id: key }: Player): Promise<void> {
      const ledger = await postgresLedger({ database: server.database })
      const data = { slug, to: 'in' as const, by: null }
      const event = { id: `joined ${slug}`, type: 'EventParticipationChanged' as const, v: 1, key, data }
      await ledger.append('events', { key, bytes: encodeAnyEvent({ ...event, at: Date.now() }) })
      await ledger.close()
    },
    /** Creates the folder of a machine without profiles. */
    async addMachine(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'stepledger-game-'))
      folders.push(folder)
      return folder
    },
    /** Creates a machine on which the module was installed from the server's download, with profiles without a key. */
    async addMachineToLink(profileCount = 1) {
      const folder = await this.addMachine()
      const path = join(folder, '/Themes/Simply Love/Modules/Stepledger', serverFileName)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, serverFile(proxy.url))
      const profiles: string[] = []
      for (let i = 0; i < profileCount; i++) profiles.push(await createProfile(folder, `0000000${i}`, null))
      return { folder, profiles }
    },
    /** Creates a player and a machine with the player's profile. */
    async addPlayerWithMachine() {
      const player = await this.addPlayer()
      const folder = await this.addMachine()
      const profile = await createProfile(folder, '00000000', ini(player.key))
      return { player, folder, profile }
    },
    /** Starts a game on the machine of a new player. */
    async startForNewPlayer() {
      const machine = await this.addPlayerWithMachine()
      return { ...machine, game: await this.start({ folder: machine.folder }) }
    },
    async start(options: GameOptions): Promise<Game> {
      const game = await startGame(options)
      games.push(game)
      return game
    },
    /** Ends all games and clears all faults. No game may have script errors or new globals. For afterEach. */
    endGames() {
      proxy.clearFaults()
      for (const game of games.splice(0)) {
        if (!game.hasEnded()) {
          expect(game.newGlobals()).toEqual([])
          game.quit()
        }
        expect(game.scriptErrors()).toBe('')
      }
    },
    /** Returns the ids of a player's plays on the pages. */
    async playsOf(player: Player): Promise<number[]> {
      const { body } = await call(`${server.url}/api/user/${player.id}?limit=100`)
      return profilePage.parse(body).recentPlays.map(({ playId }) => playId ?? 0)
    },
    /** Draws frames until the pages show `count` plays of a player. Throws at once if they show more. */
    async waitForPlays(player: Player, count: number, game: Game): Promise<void> {
      const hasCount = async () => {
        const { length } = await this.playsOf(player)
        if (length > count) throw new Error(`${length} plays of ${player.alias} where ${count} were played`)
        return length === count
      }
      await game.waitFor(`${count} plays of ${player.alias}`, hasCount)
    },
    /** Draws frames until the journal of a profile has `count` lines: it is written in the frames after a response. */
    async waitForJournal(game: Game, folder: string, profile: string, count: number): Promise<void> {
      const hasCount = async () => (await journalOf(folder, profile)).length === count
      await game.waitFor(`${count} plays in the journal`, hasCount)
      expect(await hasCount()).toBe(true)
    },
    async stop() {
      await proxy.close()
      await server.stop()
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}
