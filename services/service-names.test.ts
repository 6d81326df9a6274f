import { describe, expect, it } from 'vitest'
import { readConfig } from './platform/config/config.ts'
import { checkChosenServices, chosenServices, serviceNames } from './service-names.ts'

describe('--only', () => {
  it('selects services, all of them by default', () => {
    expect([...chosenServices([])]).toEqual([...serviceNames])
    expect([...chosenServices(['--only', 'query, ingest'])]).toEqual(['query', 'ingest'])
    expect(() => chosenServices(['--only', 'queries'])).toThrow(
      /^--only: unknown service queries; expected ingest, /,
    )
  })

  const database = { DATABASE_URL: 'postgres://db/stepledger' }
  const redis = { REDIS_URL: 'redis://cache:6379' }
  const kafka = { LEDGER_URL: 'kafka://broker:9092/live' }
  it.each([
    [
      'query',
      { ...database },
      /^REDIS_URL: must be set, because --only leaves ingest, accounts, catalogue, competitions, analysis, projector to other/,
    ],
    ['projector', { ...database, ...kafka }, /^REDIS_URL: must be set/],
    ['query', { ...redis, ...kafka }, /^DATABASE_URL: must be set, because --only leaves ingest, /],
    ['query', { ...kafka }, /^DATABASE_URL: must be set/],
  ])('rejects %s with %o', (only, env, line) => {
    expect(() => checkChosenServices(chosenServices(['--only', only]), readConfig(env))).toThrow(line)
  })

  it.each([
    ['all services in one process without settings', [], {}],
    ['all services in one process on any mixture of engines', [], { ...database, ...kafka }],
    ['one service beside other processes', ['--only', 'query'], { ...database, ...redis }],
    ['some services on the embedded database', ['--only', 'query,ingest'], {}],
  ])('accepts %s', (_, args, env) => {
    expect(() => checkChosenServices(chosenServices(args), readConfig(env))).not.toThrow()
  })
})
