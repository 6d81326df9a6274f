import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  { path: 'login', page: async () => (await import('./login-page.tsx')).LoginPage },
  { path: 'register', page: async () => (await import('./register-page.tsx')).RegisterPage },
]
