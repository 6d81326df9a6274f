import type { IncomingHttpHeaders } from 'node:http'

/** The header in which our module says its version, and where it runs: `1.2.0 (ITGmania 1.0.1; Simply Love)`. */
const clientHeader = 'stepledger-client'

/** A product's name, and its version. */
const product = /^([\w.-]{1,40})\/([\w.+-]{1,40})(?=\s|$)/
const version = /^\d{1,4}\.\d{1,4}\.\d{1,4}(?=\s|$)/

/**
 * What calls, for people: 'ITGmania 1.0.1, module 1.2.0'; null where nothing says so. The game names itself in
 * User-Agent, our module in a header of its own. Anybody may write anything there.
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
