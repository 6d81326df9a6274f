import type { FastifyReply } from 'fastify'
import type { Encoding } from './compress.ts'
import type { Rendered } from './rendered.ts'
import { apiHeaders } from './security-headers.ts'

/**
 * Returns the function that sends the rendered pages of a route. `bytes`: the page's body in this encoding; null:
 * unencoded. It passes all headers to Node at once, because setting them one by one took a tenth of the CPU of a cached
 * page. The hooks of the request run as for any response, but headers that they set on the reply are not sent.
 */
export function pageSender(contentType: string) {
  // Pages of a generation share their headers.
  const lists = new WeakMap<Rendered['headers'], readonly string[]>()
  const listOf = (headers: Rendered['headers']) => {
    const known = lists.get(headers)
    if (known) return known
    const all = { ...apiHeaders, 'content-type': contentType, vary: 'accept-encoding', ...headers }
    const list = Object.entries(all).flat()
    lists.set(headers, list)
    return list
  }
  return (
    reply: FastifyReply,
    { headers }: Rendered,
    bytes: Buffer,
    encoding: Encoding | null,
  ): FastifyReply => {
    const list = [...listOf(headers), 'content-length', String(bytes.length)]
    if (encoding !== null) list.push('content-encoding', encoding)
    reply.raw.writeHead(200, list)
    reply.hijack().raw.end(bytes)
    return reply
  }
}
