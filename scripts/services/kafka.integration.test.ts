import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { isKafkaAvailable, kafkaForTests, ownKafka } from '../services.ts'
import type { SharedServer } from './server-kind.ts'

describe.skipIf(!(await isKafkaAvailable()))('Kafka for tests', () => {
  const started: SharedServer[] = []
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop()
  })

  it('is one shared broker with a prefix for each caller', async () => {
    const [first, second] = [await kafkaForTests(), await kafkaForTests()]
    started.push(first, second)
    expect(new URL(first.url).host).toBe(new URL(second.url).host)
    expect(new URL(first.url).pathname).not.toBe(new URL(second.url).pathname)
    expect(await listens(first.url)).toBe(true)
  })

  it('can be a separate broker that is killed and restarted at its address', async () => {
    const broker = await ownKafka()
    started.push(broker)
    await broker.kill()
    expect(await listens(broker.url)).toBe(false)
    await broker.start()
    expect(await listens(broker.url)).toBe(true)
  })
})

function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
