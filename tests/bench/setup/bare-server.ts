import { z } from 'zod'
import { type Child, startChild } from '../children.ts'
import type { Cleanup } from '../cleanup.ts'

/**
 * Starts the bare Fastify, which answers `/page` with these bytes, `/copy` with this HTML, and parses plays as JSON.
 */
export async function startBareServer(
  page: string,
  cleanup: Cleanup,
  html = '',
): Promise<{ readonly server: Child; readonly url: string }> {
  const server = startChild('bare-server.ts')
  cleanup.add(() => server.end())
  const { url } = await server.ask({ kind: 'serve', page, html }, z.object({ url: z.url() }))
  return { server, url }
}
