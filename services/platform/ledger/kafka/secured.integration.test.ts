import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ownPort } from '../../../../scripts/services/own-port.ts'
import { certificateOf, type SecuredListener } from '../../../../scripts/services/secured-listener.ts'
import type { OwnServer } from '../../../../scripts/services/server-kind.ts'
import { isKafkaAvailable, ownKafka } from '../../../../scripts/services.ts'
import { event, readAll, textsOf } from '../testing/reading.ts'
import { kafkaAddress } from './address.ts'
import { kafkaLedger } from './kafka-ledger.ts'

const user = new URL('../testing/kafka-user.ts', import.meta.url).pathname

describe.skipIf(!(await isKafkaAvailable()))('the address of a ledger', () => {
  let door: SecuredListener
  let broker: OwnServer
  let prefixes = 0

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stepledger-door-'))
    door = { port: await ownPort(), username: 'ann', password: 'open-sesame', folder }
    broker = await ownKafka({ secured: door })
  })
  afterAll(async () => {
    await broker?.stop()
    await rm(door.folder, { recursive: true, force: true })
  })

  /** Uses the ledger with TLS and authentication in a separate process. */
  function use({ password = door.password, sasl = 'plain', trusting = true }) {
    const child = spawn(process.execPath, ['--import', 'tsx', user], {
      env: {
        ...process.env,
        LEDGER_URL: `kafka://ann:${password}@127.0.0.1:${door.port}/secured-${prefixes++}?tls=on&sasl=${sasl}&topics=make`,
        ...(trusting ? { NODE_EXTRA_CA_CERTS: certificateOf(door) } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  async function endOf(child: ReturnType<typeof use>) {
    const [[code], out, err] = await Promise.all([
      once(child, 'close'),
      text(child.stdout),
      text(child.stderr),
    ])
    return { code, out, err }
  }

  it.each(['plain', 'scram-sha-512'])('connects by TLS and %s', async (sasl) => {
    const { code, out, err } = await endOf(use({ sasl }))
    expect({ code, out }).toEqual({ code: 0, out: 'first,second,second\n' })
    expect(err).not.toContain('sesame')
  })

  it.each(['plain', 'scram-sha-512'])(
    'with a wrong password by %s is refused, without the password in the message',
    async (sasl) => {
      const { code, out, err } = await endOf(use({ sasl, password: 'open-barley' }))
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toContain(`Kafka at 127.0.0.1:${door.port} refuses the login of ann: `)
      expect(err).not.toContain('barley')
    },
  )

  it('names an untrusted certificate, and waits', async () => {
    const child = use({ trusting: false })
    let output = ''
    for await (const chunk of child.stderr.setEncoding('utf8')) {
      output += chunk
      if (output.includes('self-signed certificate')) break
    }
    expect(output).toContain(`waiting for Kafka at 127.0.0.1:${door.port}: `)
    expect(output).not.toContain('sesame')
  })

  it('needs only one reachable broker of several', async () => {
    const closedPort = await ownPort()
    const { host, pathname } = new URL(broker.url)
    const address = kafkaAddress(`kafka://127.0.0.1:${closedPort},${host}${pathname}?topics=make`)
    const ledger = await kafkaLedger({ address })
    onTestFinished(() => ledger.close())
    await ledger.append('events', event('ann', 'first'))
    expect(textsOf(await readAll(ledger, 'events'))).toEqual(['first'])
  })
})
