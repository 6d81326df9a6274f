import { expect, it } from 'vitest'
import { call } from './client.ts'
import { startLocalSystem } from './local-system.ts'

it('a process that only projects starts no thread for it', async () => {
  // A thread would fail at the start.
  const projectorWorker = new URL('file:///missing/projector-worker.js')
  const system = await startLocalSystem({ only: ['projector'], projectorWorker })
  expect((await call(`${system.url}/health/ready`)).status).toBe(200)
  await system.stop()
})
