import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { maxEventBytes } from '@stepledger/contracts/ledger/topic.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { noService, readCompose, root } from './compose-file.ts'
import { env, readServices, runs } from './compose-services.ts'

/** Runs without Docker: checks the file against the code. */
describe('the containers of docker-compose.yml', () => {
  let compose: Awaited<ReturnType<typeof readServices>>

  beforeAll(async () => {
    compose = await readServices()
  })

  it('lets Kafka accept the largest event and retain everything', () => {
    const { file } = compose
    const { environment, volumes } = file.services.kafka ?? noService
    expect(Number(environment.KAFKA_MESSAGE_MAX_BYTES)).toBeGreaterThan(maxEventBytes)
    expect(environment.KAFKA_AUTO_CREATE_TOPICS_ENABLE).toBe('false')
    expect(volumes).toContain(`kafka:${environment.KAFKA_LOG_DIRS}`)
  })

  it('puts Caddy with its file in front of the processes of each service', async () => {
    const { file, ours } = compose
    const caddy = file.services.caddy ?? noService
    const source = await readFile(new URL('Caddyfile', root), 'utf8')
    for (const name of ['ingest', 'accounts', 'competitions', 'query', 'analysis']) {
      const variable = name.toUpperCase()
      expect(source).toContain(`{$${variable}:`)
      const behind = (caddy.environment[variable] ?? '').split(' ')
      expect(behind.length).toBe(ours.filter(([, one]) => runs(one, name)).length)
      for (const address of behind) {
        const [host = '', port] = address.split(':')
        const process = file.services[host] ?? noService
        expect([address, runs(process, name), process.environment.PORT]).toEqual([address, true, port])
        expect(caddy.depends_on[host]).toEqual({ condition: 'service_healthy' })
      }
    }
    expect(caddy.ports).toEqual([`8080${caddy.environment.SITE_ADDRESS}`])
    expect(source).toContain('{$SITE_ADDRESS:')
  })

  it('waits for dependencies, checks health, restarts services, and stores data only in declared volumes', () => {
    const { all, file, servers } = compose
    for (const [name, service] of all) {
      for (const [other, { condition }] of Object.entries(service.depends_on)) {
        const awaited = file.services[other] ?? noService
        const isOnce = awaited.restart !== 'unless-stopped'
        expect([name, other, isOnce]).toEqual([name, other, condition === 'service_completed_successfully'])
        if (condition === 'service_healthy') expect(awaited.healthcheck).toHaveProperty('test')
      }
      for (const volume of service.volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('./')) expect(existsSync(new URL(source, root))).toBe(true)
        else expect(Object.keys(file.volumes)).toContain(source)
      }
    }
    for (const [name, { restart, healthcheck }] of servers)
      expect([name, restart, healthcheck]).toEqual([
        name,
        'unless-stopped',
        expect.objectContaining({ test: ['CMD', 'node', 'dist/check-health.js'] }),
      ])
  })

  it('runs containers without privileges, with memory limits and writable volumes only', () => {
    const { all } = compose
    for (const [name, service] of all) {
      expect([name, service.security_opt, service.cap_drop]).toEqual([
        name,
        ['no-new-privileges:true'],
        ['ALL'],
      ])
      expect([name, service.cap_add]).toEqual([name, name === 'caddy' ? ['NET_BIND_SERVICE'] : []])
      expect([name, service.read_only, service.mem_limit]).toEqual([
        name,
        true,
        expect.stringMatching(/^\d+[mg]$/),
      ])
      // By default a tmpfs may be writable for root alone and take half of the machine's memory.
      for (const place of service.tmpfs) expect(place).toMatch(/:(exec,)?mode=1777,size=\d+m$/)
    }
  })

  it('pins image versions, the same as the tests where those name one', async () => {
    const { all, file } = compose
    for (const [name, { image }] of all.filter(([, { image }]) => image !== 'stepledger')) {
      // Postgres releases have two numbers, all others three.
      const release = image.startsWith('postgres:') ? /:\d+\.\d+-\w+$/ : /:v?\d+\.\d+\.\d+(-\w+)?$/
      expect([name, image]).toEqual([name, expect.stringMatching(release)])
    }
    const { kafka, redis, storage } = file.services
    const sources = { 'kafka.ts': kafka, 'redis.ts': redis, 's3.ts': storage }
    for (const [source, service] of Object.entries(sources)) {
      const text = await readFile(new URL(`scripts/services/${source}`, root), 'utf8')
      expect(text).toContain(service?.image.split(':')[1] ?? 'an image')
    }
  })

  it('has the variables of .env.example', async () => {
    const example = await readFile(new URL('.env.example', root), 'utf8')
    for (const name of Object.keys(env)) {
      await expect(readCompose({ ...env, [name]: '' })).rejects.toThrow(name)
      expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
    }
  })
})
