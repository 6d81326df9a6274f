import type { PageRoute } from '../../app/page-route.ts'

export const routes: readonly PageRoute[] = [
  {
    path: 'pack-uploader',
    needsSession: true,
    page: async () => (await import('./pack-uploader-page.tsx')).PackUploaderPage,
  },
]
