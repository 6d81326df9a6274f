import { expect, it } from 'vitest'
import { startLiveServer } from './live-server.ts'
import { openPage, subscribe } from './page.ts'
import { openRaw } from './raw-socket.ts'

it('a server that stops tells its pages so, and waits seconds, not half a minute, for those that do not answer', async () => {
  const server = await startLiveServer()
  const page = await openPage(server.url)
  await page.ask(subscribe('home'))
  const [deaf, silent] = [await openRaw(server.port), await openRaw(server.port)]
  silent.stopReading()

  const from = performance.now()
  await server.closeHttp()
  expect(performance.now() - from).toBeLessThan(20_000)
  expect(await page.closed).toBe(1001)
  expect(await deaf.closed).toBe(1001)
  await server.stop()
})
