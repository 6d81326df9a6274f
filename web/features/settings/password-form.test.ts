import { describe, expect, it } from 'vitest'
import { passwordForm } from './password-section.tsx'

const good = {
  currentPassword: 'correct horse',
  newPassword: 'another horse',
  confirm: 'another horse',
  removeKeysAndPasskeys: true,
}

function complaints(change: Partial<typeof good>): [string, string][] {
  const issues = passwordForm.safeParse({ ...good, ...change }).error?.issues ?? []
  return issues.map(({ path, message }) => [path.join('.'), message])
}

describe('the change-password form', () => {
  it('accepts valid values', () => {
    expect(complaints({})).toEqual([])
  })

  it('shows the specified error messages at their fields', () => {
    expect(complaints({ newPassword: '', currentPassword: '' })).toEqual([
      ['newPassword', 'No changes to save'],
    ])
    expect(complaints({ currentPassword: '' })).toEqual([
      ['currentPassword', 'Current password is required to change password'],
    ])
    expect(complaints({ confirm: 'another house' })).toEqual([['confirm', 'New passwords do not match']])
    expect(complaints({ newPassword: 'short', confirm: 'short' })).toEqual([
      ['newPassword', 'Password must be at least 6 characters long'],
    ])
  })
})
