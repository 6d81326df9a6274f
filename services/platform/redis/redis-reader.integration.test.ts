import { expect, it, onTestFinished } from 'vitest'
import { redisForTests } from '../../../scripts/services.ts'
import { proxyTo } from '../ledger/testing/proxy.ts'
import { silentLog } from '../log/log.ts'
import { connectReader } from './redis-reader.ts'
import { script } from './script.ts'

const sum = script('return ARGV[1] + ARGV[2]')
const nothing = script('return false')

it('callers are told at once while Redis hangs or is away, and read it again afterwards', async () => {
  const service = await redisForTests()
  const line = await proxyTo(service.url)
  const reader = connectReader({ url: line.url, log: silentLog, name: 'reader' })
  onTestFinished(async () => {
    await reader.close()
    await line.close()
    await service.stop()
  })
  await reader.ready(10_000)
  const read = () => reader.run(sum, [], ['1', '2'])
  expect(await read()).toBe(3)
  expect(await reader.run(nothing, [], [])).toBeNull()

  line.stall()
  expect(await read()).toBeUndefined()
  const start = performance.now()
  expect(await read()).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(100)
  line.resume()
  await expect.poll(read, { timeout: 10_000 }).toBe(3)

  await line.refuse()
  await expect.poll(read, { timeout: 10_000 }).toBeUndefined()
  await line.accept()
  await expect.poll(read, { timeout: 10_000 }).toBe(3)
})
