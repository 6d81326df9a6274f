import { describe, expect, it } from 'vitest'
import { returnAddress } from './return-to.ts'

describe('where signing in leads', () => {
  it('is where the player came from, with query and hash', () => {
    expect(returnAddress({ from: { pathname: '/profile', search: '?section=api-keys', hash: '#x' } })).toBe(
      '/profile?section=api-keys#x',
    )
  })

  it('is the home page when nothing is known or the way would lead off the site or in a circle', () => {
    for (const state of [
      null,
      'x',
      {},
      { from: null },
      { from: { pathname: '//evil.example' } },
      { from: { pathname: '/login' } },
    ])
      expect(returnAddress(state)).toBe('/')
  })
})
