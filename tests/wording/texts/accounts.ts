import type { AgreedTexts } from '../agreed-texts.ts'

const forms = ['web/features/sign-in', 'contracts/http/accounts.ts']

export const accountsTexts: readonly AgreedTexts[] = [
  {
    where: 'sign in',
    files: forms,
    texts: ['Login failed. Please try again.', 'Create one here', 'Remember me'],
  },
  {
    where: 'register',
    files: forms,
    texts: [
      'Registration failed. Please try again.',
      'Check Your Email!',
      'Email is required',
      'Invalid email format',
      'Alias must be at least 3 characters long',
      'Alias must be no more than 50 characters long',
      'Alias must not contain spaces',
      'Password is required',
      'Password must be at least 6 characters long',
      'You must agree to the Privacy Policy',
    ],
  },
  {
    where: 'mail links',
    files: [...forms, 'web/sign-in'],
    texts: [
      'Go to Home',
      'Invalid verification link',
      'Email verification failed. Please try again or request a new verification email.',
      'Email verification failed. Please try again.',
      'Failed to resend verification email. Please try again.',
      'Check Your Email',
      'Back to Sign In',
      'An error occurred',
      'Please confirm your password',
      'Passwords do not match',
      'Invalid or missing reset token. Please request a new password reset.',
    ],
  },
]
