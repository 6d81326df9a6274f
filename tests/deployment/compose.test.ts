import { readFile } from 'node:fs/promises'
import { ledgerCommand } from '@stepledger/services/operator/ledger-command.ts'
import type { Output } from '@stepledger/services/operator/output.ts'
import { readConfig } from '@stepledger/services/platform/config/config.ts'
import { silentLog } from '@stepledger/services/platform/log/log.ts'
import { checkChosenServices, chosenServices, serviceNames } from '@stepledger/services/service-names.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { entries } from '../../scripts/build.mjs'
import { type ComposeService, noService, root } from './compose-file.ts'
import { commandOf, readServices, runs } from './compose-services.ts'

/** Runs without Docker: checks the file against the code. */
describe('the services of docker-compose.yml', () => {
  let compose: Awaited<ReturnType<typeof readServices>>

  beforeAll(async () => {
    compose = await readServices()
  })

  it('starts built programs with valid arguments', () => {
    const { ours } = compose
    for (const [name, service] of ours) {
      const { program, args } = commandOf(service)
      expect([name, Object.keys(entries).map((entry) => `dist/${entry}.js`)]).toEqual([
        name,
        expect.arrayContaining([program]),
      ])
      if (program === 'dist/main.js') expect(chosenServices(args).size).toBe(1)
    }
  })

  it('runs every service, projector and query twice', () => {
    const { ours } = compose
    const counts = serviceNames.map((name) => [name, ours.filter(([, one]) => runs(one, name)).length])
    expect(counts).toEqual([
      ['ingest', 1],
      ['accounts', 1],
      ['catalogue', 1],
      ['competitions', 1],
      ['query', 2],
      ['analysis', 1],
      ['projector', 2],
    ])
  })

  it('configures the services with known and valid variables only', async () => {
    const { servers } = compose
    const source = await readFile(new URL('services/platform/config/config.ts', root), 'utf8')
    for (const [name, service] of servers) {
      const config = readConfig(service.environment)
      expect(() => checkChosenServices(chosenServices(commandOf(service).args), config)).not.toThrow()
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
    const { file, ours, servers } = compose
    const output: Output = {
      print: async () => {},
      printStderr: () => {},
      log: silentLog,
      progress: () => {},
      signal: new AbortController().signal,
      terminal: null,
    }
    const known = ledgerCommand({
      output,
      run: async () => {},
      runOnConfig: async () => {},
      runAction: async () => {},
      env: {},
      onStart: () => {},
      exportWorker: null,
    }).commands
    const once = ours.filter(([, service]) => commandOf(service).program === 'dist/ledger.js')
    expect(once.map(([name, service]) => [name, commandOf(service).args])).toEqual([['migrate', ['migrate']]])
    const names = known.map((command) => command.name())
    for (const [, service] of once) expect(names).toContain(commandOf(service).args[0])
    const done = { condition: 'service_completed_successfully' }
    expect(file.services.roles?.depends_on).toEqual({ migrate: done })
    for (const [, service] of servers) expect(service.depends_on).toMatchObject({ roles: done })
  })

  it('connects to existing hosts at the ports where they listen', () => {
    const { file, ours } = compose
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
    const { file, ours } = compose
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
    const { file, ours } = compose
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
})
