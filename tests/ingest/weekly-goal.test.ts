import { profilePage } from '@stepledger/contracts/http/players.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { call, newPlayer } from '../system/client.ts'
import { type LocalSystem, startLocalSystem } from '../system/local-system.ts'

let system: LocalSystem
beforeAll(async () => {
  system = await startLocalSystem()
})
afterAll(() => system.stop())

it('the goal that a player set last is on the profile at once, and none after it was given up', async () => {
  const ann = await newPlayer(system.url, 'ann')
  const goalAt = async (position: string | null) => {
    const headers: Record<string, string> = position === null ? {} : { 'ledger-position': position }
    const { body } = await call(`${system.url}/api/user/${ann.id}`, { headers })
    return profilePage.parse(body).playsAWeek
  }
  expect(await goalAt(null)).toBeNull()

  for (const playsAWeek of [20, 35, null]) {
    const body = { playsAWeek }
    const set = await call(`${system.url}/api/weekly-goal`, { method: 'PUT', token: ann.token, body })
    expect([set.status, set.body]).toEqual([200, body])
    expect(await goalAt(set.headers.get('ledger-position'))).toBe(playsAWeek)
  }
})
