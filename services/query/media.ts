import { type MediaEnding, mediaKey, posterKey } from '@stepledger/contracts/storage-keys.ts'
import type { FastifyInstance } from 'fastify'
import { enforceReadLimit } from '../platform/http/enforce-limit.ts'
import { notFound } from '../platform/http/http-error.ts'
import type { Storage } from '../platform/storage/storage.ts'

/** The `cache-control` of content that never changes at its address. */
export const immutable = `public, max-age=${365 * 24 * 3600}, immutable`

const endings: readonly MediaEnding[] = ['webp', 'avif', 'json', 'jpg']

/**
 * Serves images and steps of packs, profile images and pictures of posters, addressed by the SHA-256 of their bytes and therefore immutable.
 */
export function serveMedia(app: FastifyInstance, { storage }: { readonly storage: Storage }): void {
  app.get<{ Params: { sha256: string } }>('/media/:sha256', async (request, reply) => {
    await enforceReadLimit(request)
    const { sha256 } = request.params
    if (/^[0-9a-f]{64}$/.test(sha256)) {
      const keys = [...endings.map((ending) => mediaKey(sha256, ending)), posterKey(sha256)]
      for (const key of keys) {
        const found = await storage.get(key)
        if (!found) continue
        return reply
          .headers({
            'cache-control': immutable,
            'content-length': found.size,
            'cross-origin-resource-policy': 'cross-origin',
          })
          .type(found.contentType)
          .send(found.stream)
      }
    }
    throw notFound('File not found')
  })
}
