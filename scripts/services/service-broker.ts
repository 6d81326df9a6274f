import { once } from 'node:events'
import { createServer } from 'node:http'
import { z } from 'zod'
import { portOf } from './own-port.ts'
import type { SharedServer } from './server-kind.ts'

// Tests run in several processes and share one server of each kind. The process that started them runs this broker: the
// first request for a kind starts its server, so a run that needs none starts none.

const variable = 'TEST_SERVICE_BROKER'
const answers = z.union([z.object({ url: z.string() }), z.object({ error: z.string() })])

/**
 * Starts the broker for this process and its children, once however often it is called. The servers end with the
 * broker.
 */
export async function startServiceBroker(
  start: (name: string) => Promise<SharedServer>,
): Promise<{ close(): Promise<void> }> {
  if (process.env[variable]) return { close: async () => {} }
  const started = new Map<string, Promise<SharedServer>>()
  const broker = createServer(async (request, response) => {
    const name = (request.url ?? '').slice(1)
    const service = started.get(name) ?? start(name)
    started.set(name, service)
    const answer = await service.then(
      ({ url }) => ({ url }),
      (error) => ({ error: String(error) }),
    )
    response.end(JSON.stringify(answer))
  })
  broker.requestTimeout = 0
  broker.listen(0, '127.0.0.1')
  await once(broker, 'listening')
  process.env[variable] = `http://127.0.0.1:${portOf(broker)}`
  return {
    async close() {
      delete process.env[variable]
      broker.closeAllConnections()
      broker.close()
      await Promise.allSettled([...started.values()].map(async (service) => (await service).stop()))
    },
  }
}

/** The address of the shared server of that name, or null without a broker. */
export async function sharedServerUrl(name: string): Promise<string | null> {
  const broker = process.env[variable]
  if (!broker) return null
  const answer = answers.parse(await (await fetch(`${broker}/${name}`)).json())
  if ('error' in answer) throw new Error(answer.error)
  return answer.url
}
