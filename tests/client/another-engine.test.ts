import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresForTests, type TestService } from '../../scripts/services.ts'
import { call, newPlayer } from '../system/client.ts'
import { runLedger } from '../system/ledger-command.ts'
import { type Server, startServer } from '../system/server.ts'
import { faultyProxy } from './game/faulty-proxy.ts'
import { createProfile, journalOf } from './game/profiles.ts'
import { startGame } from './game/run-game.ts'
import { stageOf } from './game/world.ts'

let root: string
let postgres: TestService
let server: Server

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'stepledger-another-engine-'))
  postgres = await postgresForTests()
})
afterEach(async () => {
  await server.stop()
  await postgres.stop()
  await rm(root, { recursive: true, force: true })
})

it('a play that is sent while a system is carried to another engine is kept by the game and stored there once', async () => {
  const [dataDir, dump, machine] = [join(root, 'data'), join(root, 'dump'), join(root, 'machine')]
  const toPostgres = { DATABASE_URL: postgres.url }
  const ledger = (args: string[], env = {}) => runLedger(dataDir, args, env)
  server = await startServer(dataDir)
  const proxy = await faultyProxy(server.url)
  const player = await newPlayer(server.url, 'dancer')
  const ini = `[Stepledger]\r\nApiKey=${player.key}\r\nHost=${proxy.url}\r\n`
  const profile = await createProfile(machine, '00000000', ini)
  const game = await startGame({ folder: machine })
  async function plays(): Promise<number> {
    const { body } = await call(`${server.url}/api/user/${player.id}`)
    return profilePage.parse(body).recentPlays.length
  }

  // Given a system with a play, and its dump
  game.play(stageOf({ seed: 1, folder: profile }))
  await game.waitForText('Saved H.EX')
  expect(await ledger(['dump', dump])).toMatchObject({ code: 0 })

  // When the server is stopped, and another play ends meanwhile
  await server.stop()
  game.play(stageOf({ seed: 2, folder: profile }))
  await game.waitForText("1 waiting The server can't be reached.")
  expect(await ledger(['dump', dump])).toMatchObject({ code: 0 })
  expect(await ledger(['load', dump], toPostgres)).toMatchObject({ code: 0 })
  server = await startServer(dataDir, toPostgres)
  proxy.forwardTo(server.url)

  // Then the new one gets it
  await game.waitForText('Saved H.EX')
  await game.waitFor('two plays', async () => (await plays()) === 2)
  await game.waitFor('an empty journal', async () => (await journalOf(machine, profile)).length === 0)
  expect(await ledger(['verify'], toPostgres)).toMatchObject({ code: 0 })
  game.quit()
  await proxy.close()
})
