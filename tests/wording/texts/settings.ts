import type { AgreedTexts } from '../agreed-texts.ts'

const settings = ['web/features/settings']

export const settingsTexts: readonly AgreedTexts[] = [
  {
    where: 'settings, menu',
    files: settings,
    texts: ['Picture', 'Profile', 'Rivals', 'Leaderboards', 'Password', 'API Keys'],
  },
  {
    where: 'settings, boards',
    files: settings,
    texts: ['HardEX', 'EX', 'Money', 'Failed to save', 'Failed to clear', 'Failed to load preferences'],
  },
  {
    where: 'settings, keys',
    files: settings,
    texts: ['Failed to load API keys', 'Failed to create API key'],
  },
  {
    where: 'settings, rivals',
    files: [...settings, 'web/parts/rivals/rivals-list.tsx', 'web/parts/rivals/use-rival-switch.ts'],
    texts: ['Failed to load rivals', 'Failed to remove rival'],
  },
  {
    where: 'settings, picture',
    files: [...settings, 'contracts/http/profile.ts'],
    texts: [
      'Please select a valid image file (JPEG, PNG, GIF, or WebP)',
      'Image file must be smaller than 5MB',
      'Failed to process image',
      'Failed to load image',
      'Failed to upload profile image',
      'Failed to remove profile image',
    ],
  },
  {
    where: 'settings, profile',
    files: [...settings, 'contracts/http/profile.ts'],
    texts: [
      'Please select a valid country',
      'No changes to save',
      'Failed to update profile',
      'Failed to update profile. Please try again.',
      'Failed to fetch user data.',
      'Failed to load countries: $',
      'Failed to fetch countries',
    ],
  },
  {
    where: 'settings, password',
    files: settings,
    texts: [
      'Current password is required to change password',
      'New passwords do not match',
      'No changes to save',
      'Failed to update password',
      'Change Password',
    ],
  },
  {
    where: 'settings, sessions',
    files: settings,
    texts: ['Sign Out', 'Sign Out Everywhere Else', 'This device'],
  },
]
