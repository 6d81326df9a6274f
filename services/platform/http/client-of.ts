import type { IncomingHttpHeaders } from 'node:http'

/** Header with the version of the module and its environment: `1.2.0 (ITGmania 1.0.1; Simply Love)`. */
const clientHeader = 'stepledger-client'

/** Name and version of a product. */
const product = /^([\w.-]{1,40})\/([\w.+-]{1,40})(?=\s|$)/
const version = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?=\s|$)/

/**
 * Returns a display name of the client such as 'ITGmania 1.0.1, module 1.2.0', or null if unknown. The game sends
 * User-Agent, the module its own header. Both are untrusted.
 */
export function clientOf(headers: IncomingHttpHeaders): string | null {
  const { 'user-agent': userAgent, [clientHeader]: client } = headers
  const game = product.exec(userAgent?.trim() ?? '')
  const module = version.exec(typeof client === 'string' ? client.trim() : '')
  const parts = [game && `${game[1]} ${game[2]}`, module && `module ${module[0]}`].filter(
    (part) => part !== null,
  )
  return parts.length > 0 ? parts.join(', ') : null
}
