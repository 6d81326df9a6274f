import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { maxEventBytes } from '@stepledger/contracts/ledger/topic.ts'
import { checkTogether, readOnly, serviceNames } from '@stepledger/services/chosen-services.ts'
import { ledgerCommand } from '@stepledger/services/operator/ledger-command.ts'
import type { Output } from '@stepledger/services/operator/output.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { entries } from '../../scripts/build.mjs'
import { type ComposeService, noService, readCompose, root } from './compose-file.ts'

const env = {
  POSTGRES_PASSWORD: 'owner1',
  POSTGRES_INGEST_PASSWORD: 'ingest1',
  POSTGRES_ACCOUNTS_PASSWORD: 'accounts1',
  POSTGRES_CATALOGUE_PASSWORD: 'catalogue',
  POSTGRES_QUERY_PASSWORD: 'query1',
  POSTGRES_ANALYSIS_PASSWORD: 'analysis1',
  POSTGRES_PROJECTOR_PASSWORD: 'projector1',
  REDIS_PASSWORD: 'redis1',
  STORAGE_KEY: 'key1',
  STORAGE_SECRET: 'secret1',
  MAIL_URL: 'smtp://me:mail1@mail.example:587',
  MAIL_FROM: 'Scores <no-reply@scores.example>',
}

/** Runs without Docker: checks the file against the code. */
describe('docker-compose.yml', () => {
  let file: Awaited<ReturnType<typeof readCompose>>
  let all: [string, ComposeService][]
  let ours: [string, ComposeService][]

  beforeAll(async () => {
    file = await readCompose(env)
    all = Object.entries(file.services)
    ours = all.filter(([, { image }]) => image === 'stepledger')
  })
  /** Services that run our image: the program and its arguments. */
  const commandOf = ({ command = [] }: ComposeService) => {
    const at = command.findIndex((word) => word.startsWith('dist/'))
    const [program = '', ...args] = command.slice(at)
    return { program, args }
  }
  const runs = (service: ComposeService, name: string) => {
    const { program, args } = commandOf(service)
    return program === 'dist/main.js' && args.join(' ') === `--only ${name}`
  }
  const servers = () => ours.filter(([, service]) => commandOf(service).program === 'dist/main.js')

  it('starts built programs with valid arguments', () => {
    for (const [name, service] of ours) {
      const { program, args } = commandOf(service)
      expect([name, Object.keys(entries).map((entry) => `dist/${entry}.js`)]).toEqual([
        name,
        expect.arrayContaining([program]),
      ])
      if (program === 'dist/main.js') expect(readOnly(args).size).toBe(1)
    }
  })

  it('runs every service, projector and query twice', () => {
    const counts = serviceNames.map((name) => [name, ours.filter(([, one]) => runs(one, name)).length])
    expect(counts).toEqual([
      ['ingest', 1],
      ['accounts', 1],
      ['catalogue', 1],
      ['query', 2],
      ['analysis', 1],
      ['projector', 2],
    ])
  })

  it('configures the services with known and valid variables only', async () => {
    const source = await readFile(new URL('services/platform/config/config.ts', root), 'utf8')
    for (const [name, service] of servers()) {
      const config = readConfig(service.environment)
      expect(() => checkTogether(readOnly(commandOf(service).args), config)).not.toThrow()
      expect([
        name,
        config.host,
        config.databaseUrl,
        config.ledgerUrl,
        config.redisUrl,
        config.storageUrl,
      ]).toEqual([name, '0.0.0.0', ...Array(4).fill(expect.any(String))])
      for (const variable of Object.keys(service.environment))
        if (!variable.startsWith('AWS_')) expect(source).toContain(`  ${variable}:`)
    }
  })

  it('creates topics, tables and roles with existing commands before our servers start', () => {
    const output: Output = {
      print: async () => {},
      say: () => {},
      progress: () => {},
      signal: new AbortController().signal,
      terminal: null,
    }
    const known = ledgerCommand({
      output,
      run: async () => {},
      runOnConfig: async () => {},
      seedWorker: null,
      exportWorker: null,
    }).commands
    const once = ours.filter(([, service]) => commandOf(service).program === 'dist/ledger.js')
    expect(once.map(([name, service]) => [name, commandOf(service).args])).toEqual([
      ['topics', ['topics']],
      ['migrate', ['migrate']],
    ])
    const names = known.map((command) => command.name())
    for (const [, service] of once) expect(names).toContain(commandOf(service).args[0])
    const done = { condition: 'service_completed_successfully' }
    expect(file.services.roles?.depends_on).toEqual({ migrate: done })
    for (const [, service] of servers())
      expect(service.depends_on).toMatchObject({ topics: done, roles: done })
  })

  it('connects to existing hosts at the ports where they listen', () => {
    const { kafka, redis, postgres, storage } = file.services
    const listens: Record<string, string | undefined> = {
      kafka: /PLAINTEXT:\/\/0\.0\.0\.0:(\d+)/.exec(kafka?.environment.KAFKA_LISTENERS ?? '')?.[1],
      redis: redis?.command?.includes('--port') ? 'another' : '6379',
      postgres: postgres?.command?.some((word) => word.includes('port')) ? 'another' : '5432',
      storage: storage?.command?.[1]?.slice(1),
    }
    expect(kafka?.environment.KAFKA_ADVERTISED_LISTENERS).toBe(`PLAINTEXT://kafka:${listens.kafka}`)
    for (const [, { environment }] of ours) {
      const endpoint = new URL(environment.STORAGE_URL ?? '').searchParams.get('endpoint') ?? ''
      const { LEDGER_URL, DATABASE_URL, REDIS_URL } = environment
      const addresses = [LEDGER_URL, DATABASE_URL, REDIS_URL, endpoint]
      for (const address of addresses.filter((one) => one !== undefined)) {
        const { hostname, port } = new URL(address)
        expect([address, listens[hostname]]).toEqual([address, port])
      }
    }
  })

  it('uses the same names and passwords as the servers behind it', () => {
    const { redis, storage, bucket } = file.services
    for (const [, { environment }] of ours) {
      expect([environment.AWS_ACCESS_KEY_ID, environment.AWS_SECRET_ACCESS_KEY]).toEqual([
        storage?.environment.ROOT_ACCESS_KEY,
        storage?.environment.ROOT_SECRET_KEY,
      ])
      const given = redis?.command ?? []
      expect(new URL(environment.REDIS_URL ?? '').password).toBe(given[given.indexOf('--requirepass') + 1])
      const folder = `${storage?.command?.at(-1)}/${new URL(environment.STORAGE_URL ?? '').host}`
      expect(bucket?.command).toContain(folder)
    }
  })

  it('connects each service to the database with its own role, which the owner has created', () => {
    const { postgres = noService, roles = noService, migrate = noService } = file.services
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = postgres.environment
    const { PGUSER, PGPASSWORD, PGDATABASE, PGOPTIONS = '' } = roles.environment
    expect([PGUSER, PGPASSWORD, PGDATABASE]).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB])
    expect([roles.image, roles.volumes]).toEqual([
      postgres.image,
      [`./deployment/roles.sql:${roles.command?.at(-1)}:ro`],
    ])
    const whoIs = ({ environment }: ComposeService) => {
      const { username, password, pathname } = new URL(environment.DATABASE_URL ?? '')
      return [username, password, pathname.slice(1)]
    }
    expect(whoIs(migrate)).toEqual([POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB])
    const given = new Map(
      [...PGOPTIONS.matchAll(/-c stepledger\.(\w+)_password=(\w+)/g)].map(([, a, b]) => [a, b]),
    )
    for (const name of serviceNames)
      for (const [, service] of ours.filter(([, one]) => runs(one, name)))
        expect(whoIs(service)).toEqual([`stepledger_${name}`, given.get(name), POSTGRES_DB])
    expect(new Set(given.values()).size).toBe(serviceNames.length)
  })

  it('lets Kafka accept the largest event and retain everything', () => {
    const { environment, volumes } = file.services.kafka ?? noService
    expect(Number(environment.KAFKA_MESSAGE_MAX_BYTES)).toBeGreaterThan(maxEventBytes)
    expect(environment.KAFKA_AUTO_CREATE_TOPICS_ENABLE).toBe('false')
    expect(volumes).toContain(`kafka:${environment.KAFKA_LOG_DIRS}`)
  })

  it('puts Caddy with its file in front of the processes of each service', async () => {
    const caddy = file.services.caddy ?? noService
    const source = await readFile(new URL('Caddyfile', root), 'utf8')
    for (const name of ['ingest', 'accounts', 'query', 'analysis']) {
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
    for (const [name, { restart, healthcheck }] of servers())
      expect([name, restart, healthcheck]).toEqual([
        name,
        'unless-stopped',
        expect.objectContaining({ test: ['CMD', 'node', 'dist/check-health.js'] }),
      ])
  })

  it('runs containers without privileges, with memory limits and writable volumes only', () => {
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
