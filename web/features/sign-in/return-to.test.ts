import { describe, expect, it } from 'vitest'
import { returnAddress } from './return-to.ts'

describe('the return address after login', () => {
  it('is the previous page with query and hash', () => {
    expect(returnAddress({ from: { pathname: '/profile', search: '?section=api-keys', hash: '#x' } })).toBe(
      '/profile?section=api-keys#x',
    )
  })

  it('is the home page if unknown, off-site or a loop', () => {
    for (const state of [
      null,
      'x',
      {},
      { from: null },
      { from: { pathname: '//evil.example' } },
      { from: { pathname: '/login' } },
      { from: { pathname: '/register', search: '?x' } },
    ])
      expect(returnAddress(state)).toBe('/')
  })

  it.each([
    '//evil.example/profile',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'https://evil.example',
    'https:/evil.example',
    'javascript:alert(1)',
    ' /evil.example',
    '//',
    '//[',
  ])('is never another site, as of %j', (pathname) => {
    expect(returnAddress({ from: { pathname } })).toBe('/')
  })

  it('keeps paths that only look like off-site URLs', () => {
    expect(returnAddress({ from: { pathname: '/packs', search: '?search=//evil.example' } })).toBe(
      '/packs?search=//evil.example',
    )
    expect(returnAddress({ from: { pathname: '/play/1', search: '', hash: '#https://evil.example' } })).toBe(
      '/play/1#https://evil.example',
    )
  })
})
