import { describe, expect, it } from 'vitest'
import { checkTogether, readOnly, serviceNames } from './chosen-services.ts'
import { readConfig } from './platform/config/config.ts'

describe('--only', () => {
  it('names services, all when it is left out', () => {
    expect([...readOnly([])]).toEqual([...serviceNames])
    expect([...readOnly(['--only', 'query, ingest'])]).toEqual(['query', 'ingest'])
    expect(() => readOnly(['--only', 'queries'])).toThrow(
      /^--only: queries is no service; there are ingest, /,
    )
  })

  const database = { DATABASE_URL: 'postgres://db/stepledger' }
  const redis = { REDIS_URL: 'redis://cache:6379' }
  const kafka = { LEDGER_URL: 'kafka://broker:9092/live' }
  it.each([
    [
      'query',
      { ...database },
      /^REDIS_URL: must be set, --only leaves ingest, accounts, catalogue, analysis, projector to other/,
    ],
    ['projector', { ...database, ...kafka }, /^REDIS_URL: must be set/],
    ['query', { ...redis, ...kafka }, /^DATABASE_URL: must be set, --only leaves ingest, /],
    ['query', { ...kafka }, /^DATABASE_URL: must be set/],
  ])('%s with %o is refused with one line', (only, env, line) => {
    expect(() => checkTogether(readOnly(['--only', only]), readConfig(env))).toThrow(line)
  })

  it.each([
    ['all in one process need nothing', [], {}],
    ['all in one process on any mixture of engines', [], { ...database, ...kafka }],
    ['one alone beside others', ['--only', 'query'], { ...database, ...redis }],
    ['some alone on the embedded database, where there are no others', ['--only', 'query,ingest'], {}],
  ])('%s', (_, args, env) => {
    expect(() => checkTogether(readOnly(args), readConfig(env))).not.toThrow()
  })
})
