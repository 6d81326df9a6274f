import { IncomingMessage } from 'node:http'

const offered = Symbol('an Upgrade header')

/**
 * A request that Node takes for an upgrade only when it asks for a websocket. Any other offer to change protocols, such
 * as curl's h2c, may be ignored (RFC 9110, 7.8) and is answered as if it weren't there; with a listener for upgrades,
 * Node 20 hands over all of them.
 */
export class Request extends IncomingMessage {
  [offered]?: boolean

  get upgrade(): boolean {
    return this[offered] === true && this.method === 'GET' && asksForWebSocket(this)
  }

  /** Node says so before the headers are there, and asks once they are. */
  set upgrade(offers: boolean) {
    this[offered] = offers
  }
}

function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
