import { expect, it } from 'vitest'
import { startLiveServer } from './live-server.ts'
import { openPage, subscribe } from './page.ts'
import { openRaw } from './raw-socket.ts'

it("shutdown sends a close frame to every page, and waits seconds, not half a minute, for pages that don't answer", async () => {
  const server = await startLiveServer()
  const page = await openPage(server.url)
  await page.request(subscribe('home'))
  const [deaf, silent] = [await openRaw(server.port), await openRaw(server.port)]
  silent.stopReading()

  const from = performance.now()
  await server.closeHttp()
  expect(performance.now() - from).toBeLessThan(20_000)
  expect(await page.closed).toBe(1001)
  expect(await deaf.closed).toBe(1001)
  await server.stop()
})
