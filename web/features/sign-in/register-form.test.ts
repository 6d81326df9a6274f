import { describe, expect, it } from 'vitest'
import { registerForm } from './register-page.tsx'

const good = { email: 'heel@example.org', alias: 'heelswitch', password: 'secret', privacy: true }

function complaint(change: Record<string, unknown>): string | undefined {
  return registerForm.safeParse({ ...good, ...change }).error?.issues[0]?.message
}

describe('the registration form', () => {
  it('accepts valid values and trims the alias', () => {
    expect(registerForm.parse({ ...good, alias: '  heelswitch ' }).alias).toBe('heelswitch')
  })

  it('shows the specified error messages', () => {
    expect(complaint({ email: '' })).toBe('Email is required')
    expect(complaint({ email: 'heel' })).toBe('Invalid email format')
    expect(complaint({ alias: 'he' })).toBe('Alias must be at least 3 characters long')
    expect(complaint({ alias: 'h'.repeat(51) })).toBe('Alias must be no more than 50 characters long')
    expect(complaint({ alias: 'heel switch' })).toBe('Alias must not contain spaces')
    expect(complaint({ password: '' })).toBe('Password is required')
    expect(complaint({ password: 'short' })).toBe('Password must be at least 6 characters long')
    expect(complaint({ privacy: false })).toBe('You must agree to the Privacy Policy')
  })
})
