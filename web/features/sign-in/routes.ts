import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'login', page: async () => (await import('./login-page.tsx')).LoginPage },
  { path: 'link', needsSession: true, page: async () => (await import('./link-page.tsx')).LinkPage },
  { path: 'register', page: async () => (await import('./register-page.tsx')).RegisterPage },
  {
    path: 'verify-email',
    page: async () => (await import('./verify-email-page.tsx')).VerifyEmailPage,
  },
  {
    path: 'forgot-password',
    page: async () => (await import('./forgot-password-page.tsx')).ForgotPasswordPage,
  },
  {
    path: 'reset-password',
    page: async () => (await import('./reset-password-page.tsx')).ResetPasswordPage,
  },
  {
    path: 'confirm-email',
    page: async () => (await import('./confirm-email-page.tsx')).ConfirmEmailPage,
  },
  {
    path: 'confirm-deletion',
    page: async () => (await import('./confirm-deletion-page.tsx')).ConfirmDeletionPage,
  },
]
