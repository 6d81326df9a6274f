import { expect, it } from 'vitest'
import { resetPasswordForm } from './reset-password-page.tsx'

it.each([
  ['', '', { password: 'Password is required', confirm: 'Please confirm your password' }],
  ['12345', '12345', { password: 'Password must be at least 6 characters long' }],
  ['123456', '', { confirm: 'Please confirm your password' }],
  ['123456', '654321', { confirm: 'Passwords do not match' }],
  ['123456', '123456', {}],
])('%o, confirmed by %o', (password, confirm, expected) => {
  const read = resetPasswordForm.safeParse({ password, confirm })
  const first = new Map<string, string>()
  for (const { path, message } of read.error?.issues ?? []) {
    const field = String(path[0])
    if (!first.has(field)) first.set(field, message)
  }
  expect(Object.fromEntries(first)).toEqual(expected)
})
