import { getRivalPlays } from '@stepledger/contracts/http/rivals.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GameServer, startGameServer } from '../game-reads/game-server.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, submit } from '../system/client.ts'

let server: GameServer
beforeAll(async () => {
  server = await startGameServer()
})
afterAll(() => server.stop())

it('rivals are listed with their last play, latest first, without withdrawn plays', async () => {
  const { url } = server
  const ada = await newPlayer(url, 'ada')
  const lately = async () => {
    const { body } = await call(`${url}/api/rivals/plays`, { token: ada.token })
    return getRivalPlays.answer.parse(body).plays.map(({ user, playId }) => [user.alias, playId])
  }
  expect(await lately()).toEqual([])

  const rivals = await Promise.all(['ben', 'cyd', 'dee', 'eve', 'idle'].map((alias) => newPlayer(url, alias)))
  const [ben, cy, dee, eve] = rivals
  if (!ben || !cy || !dee || !eve) throw new Error('no players')
  for (const { id } of rivals)
    await call(`${url}/api/rivals`, { token: ada.token, body: { rivalUserId: id } })
  const played: number[] = []
  for (const [seed, player] of [eve, ben, cy, dee, cy].entries())
    played.push((await submit(url, player, playBody({ seed }))).playId)
  const [, bens, , dees, cys] = played
  await expect.poll(lately, { timeout: 20_000 }).toEqual([
    ['cyd', cys],
    ['dee', dees],
    ['ben', bens],
  ])

  await call(`${url}/api/play/${cys}`, { method: 'DELETE', token: cy.token })
  await expect.poll(lately, { timeout: 20_000 }).toEqual([
    ['dee', dees],
    ['cyd', played[2]],
    ['ben', bens],
  ])
})
