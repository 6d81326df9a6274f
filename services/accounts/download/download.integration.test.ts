import { download, startDownload } from '@stepledger/contracts/http/own-data.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccountsForTests, accountsForTests } from '../test-app.ts'

let service: AccountsForTests
/** The players whose plays were read for a zip; reading waits for `goOn`. */
let begun: string[]
let goOn: () => void

beforeEach(async () => {
  begun = []
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  service = await accountsForTests({
    readModels: {
      playPositionsOf: async (playerId) => {
        begun.push(playerId)
        await held
        return []
      },
    },
  })
})
afterEach(() => {
  goOn()
  return service.stop()
})

const start = (token: string) => service.send('POST', startDownload.path, { token, body: {} })
const stateOf = async (token: string) =>
  download.parse((await service.send('GET', startDownload.path, { token })).json()).state

it('a zip requested again while in progress is created once; others are queued', async () => {
  const [ada, ben] = [await service.register('ada'), await service.register('ben')]
  expect((await start(ada.token)).statusCode).toBe(200)
  await vi.waitUntil(() => begun.length === 1, { timeout: 30_000 })

  const again = await start(ada.token)
  expect([again.statusCode, download.parse(again.json()).state]).toEqual([200, 'waiting'])
  expect((await start(ben.token)).statusCode).toBe(200)
  expect(await stateOf(ben.token)).toBe('waiting')
  expect(begun).toEqual([ada.user.id])

  goOn()
  for (const { token } of [ada, ben])
    await vi.waitUntil(async () => (await stateOf(token)) === 'ready', { timeout: 30_000 })
  expect(begun).toEqual([ada.user.id, ben.user.id])
})
