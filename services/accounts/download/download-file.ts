import { downloadFilePath } from '@stepledger/contracts/http/own-data.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { enforceReadLimit } from '../../platform/http/enforce-limit.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { credentialHash } from '../authentication/credential-hash.ts'
import type { Accounts } from '../deps.ts'

const query = z.object({ token: z.string().min(1).max(200) })

/** Serves the zip of a player's data under a secret link that expires. */
export function serveDownloadFile(app: FastifyInstance, { db, storage, now }: Accounts): void {
  app.get(downloadFilePath, async (request, reply) => {
    await enforceReadLimit(request)
    const parsed = query.safeParse(request.query)
    const at = new Date(now())
    const row =
      parsed.success &&
      (await db
        .selectFrom('accounts.downloads as d')
        .innerJoin('accounts.players as p', 'p.id', 'd.player_id')
        .select(['d.key', 'p.alias'])
        .where('d.token_hash', '=', credentialHash(parsed.data.token))
        .where('d.token_until', '>', at)
        .where('d.expires_at', '>', at)
        .where('d.state', '=', 'ready')
        .executeTakeFirst())
    const file = row && row.key !== null ? await storage.get(row.key) : null
    if (!row || !file) throw notFound('This link has expired. Please start the download again.')
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${fileNameFor(row.alias)}"`,
        'content-length': file.size,
      })
      .type(file.contentType)
      .send(file.stream)
  })
}

/** Keeps only letters and digits of the alias, which are safe in file systems and headers. */
export function fileNameFor(alias: string): string {
  const safe = alias
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
  return safe === '' ? 'stepledger-data.zip' : `stepledger-data-${safe}.zip`
}
