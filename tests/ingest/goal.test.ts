import { getPlayer } from '@stepledger/contracts/http/players.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newPlayer } from '../system/client.ts'
import { type LocalSystem, startLocalSystem } from '../system/local-system.ts'

let system: LocalSystem
beforeAll(async () => {
  system = await startLocalSystem()
})
afterAll(() => system.stop())

it('the goal that a player set last is on the profile at once, and none once it is given up', async () => {
  // Given a player without a goal,
  const ann = await newPlayer(system.url, 'ann')
  const goalAt = async (position?: string | null) => {
    const headers = position ? { headers: { 'ledger-position': position } } : {}
    return getPlayer.answer.parse((await call(`${system.url}/api/user/${ann.id}`, headers)).body).playsAWeek
  }
  expect(await goalAt()).toBeNull()

  // when a goal is set, set anew and given up, then each of them is what the profile shows next.
  for (const playsAWeek of [20, 35, null]) {
    const set = await call(`${system.url}/api/goal`, {
      method: 'PUT',
      token: ann.token,
      body: { playsAWeek },
    })
    expect([set.status, set.body]).toEqual([200, { playsAWeek }])
    expect(await goalAt(set.headers.get('ledger-position'))).toBe(playsAWeek)
  }
})
