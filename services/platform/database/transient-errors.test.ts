import { describe, expect, it } from 'vitest'
import { isDiskFull, isTransient } from './transient-errors.ts'

describe('a transient error', () => {
  it.each([
    ['ECONNREFUSED', true],
    ['40P01', true],
    ['40001', true],
    ['53300', true],
    ['53100', true],
    ['57P01', true],
    ['08006', true],
    ['23505', false],
    ['42601', false],
    ['22003', false],
  ])('%s: %s', (code, transient) => {
    const error = Object.assign(new Error('…'), { code })
    expect(isTransient(error)).toBe(transient)
    expect(isTransient(new Error('wrapped', { cause: error }))).toBe(transient)
  })

  it('is recognised by its message if pg gives no code', () => {
    expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true)
    // Of a connection to a server that hangs.
    expect(isTransient(new Error('timeout expired'))).toBe(true)
    expect(isTransient(new Error('Cannot use a pool after calling end on the pool'))).toBe(false)
    expect(isTransient('Connection terminated')).toBe(false)
  })
})

describe('a full disk', () => {
  it('is recognised by the errors of Postgres and the system', () => {
    const withCode = (code: string) => Object.assign(new Error('no room'), { code })
    expect(isDiskFull(withCode('53100'))).toBe(true)
    expect(isDiskFull(new Error('wrapped', { cause: withCode('ENOSPC') }))).toBe(true)
    expect(isDiskFull(withCode('53200'))).toBe(false)
  })
})
