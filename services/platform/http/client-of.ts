import type { IncomingHttpHeaders } from 'node:http'

/** The header in which our module says its name and version: `stepledger-module/1.0.0`. */
export const clientHeader = 'stepledger-client'

/** Letters of a product's name, and of its version. */
const product = /^([\w.-]{1,40})\/([\w.+-]{1,40})(?=\s|$)/

/**
 * What calls, for people: 'ITGmania 1.0.1, stepledger-module 1.2.0'; null where nothing says so. The game names itself in User-Agent, our module in a
 * header of its own. Anybody may write anything there.
 */
export function clientOf(headers: IncomingHttpHeaders): string | null {
  const { 'user-agent': game, [clientHeader]: module } = headers
  const named = [game, module].flatMap((text) => {
    const found = typeof text === 'string' ? product.exec(text.trim()) : null
    return found ? [`${found[1]} ${found[2]}`] : []
  })
  return named.length > 0 ? named.join(', ') : null
}
