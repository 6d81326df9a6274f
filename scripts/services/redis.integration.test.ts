import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRedisAvailable, ownRedis, redisForTests } from '../services.ts'

describe.skipIf(!(await isRedisAvailable()))('Redis for tests', () => {
  it('is one shared server with a prefix for each caller', async () => {
    const [first, second] = [await redisForTests(), await redisForTests()]
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => {}))
    expect(first.url).toBe(second.url)
    expect(first.prefix).not.toBe(second.prefix)
    expect(await send(first.url, 'PING')).toBe('+PONG\r\n+OK\r\n')
  })

  it('can be a separate server that is killed and restarted empty at its address', async () => {
    const redis = await ownRedis()
    onTestFinished(() => redis.stop())
    await send(redis.url, 'SET kept yes')
    await redis.kill()
    await expect(send(redis.url, 'PING')).rejects.toThrow('ECONNREFUSED')
    await redis.start()
    expect(await send(redis.url, 'GET kept')).toBe('$-1\r\n+OK\r\n')
  })
})

async function send(url: string, command: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.write(`${command}\r\nQUIT\r\n`)
  return text(socket)
}
