import { describe, expect, it } from 'vitest'
import { CallError, errorText, isTransient, serverTextOf } from './call-error.ts'

describe('the text of an error', () => {
  it("is the server's error field, else its message field", () => {
    expect(serverTextOf({ error: 'Alias is taken', message: 'Conflict' })).toBe('Alias is taken')
    expect(serverTextOf({ error: '', message: 'Conflict' })).toBe('Conflict')
    for (const body of [null, 'text', {}, { error: 7 }, []]) expect(serverTextOf(body)).toBeUndefined()
  })

  it("prefers the server's message to the fallback", () => {
    const error = new CallError({
      kind: 'status',
      message: 'Request failed with status code 409',
      status: 409,
      serverText: 'Alias is taken',
    })
    expect(errorText(error, 'Registration failed. Please try again.')).toEqual({ text: 'Alias is taken' })
  })

  it("falls back to the given sentence, with the client's reason as detail", () => {
    const error = new CallError({ kind: 'timeout', message: 'Request timed out' })
    expect(errorText(error, 'Failed to load API keys')).toEqual({
      text: 'Failed to load API keys',
      detail: 'Request timed out',
    })
    expect(errorText(error)).toEqual({ text: 'Request timed out' })
  })

  it('falls back to a generic message', () => {
    expect(errorText('boom')).toEqual({ text: 'An unexpected error occurred' })
    expect(errorText(new Error(''))).toEqual({ text: 'An unexpected error occurred' })
  })

  it('tells transient errors from permanent ones', () => {
    expect(isTransient(new CallError({ kind: 'network', message: '' }))).toBe(true)
    expect(isTransient(new CallError({ kind: 'status', message: '', status: 503 }))).toBe(true)
    expect(isTransient(new CallError({ kind: 'status', message: '', status: 404 }))).toBe(false)
    expect(isTransient(new CallError({ kind: 'shape', message: '' }))).toBe(false)
  })
})
