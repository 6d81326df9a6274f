import { IncomingMessage } from 'node:http'

const offered = Symbol('an Upgrade header')

/**
 * A request that Node treats as an upgrade only for websockets. Other upgrade offers, such as curl's h2c, may be ignored
 * (RFC 9110, 7.8) and are served as usual; with an upgrade listener, Node 20 would pass all of them to it.
 */
export class Request extends IncomingMessage {
  [offered]?: boolean

  get upgrade(): boolean {
    return this[offered] === true && this.method === 'GET' && isWebSocketRequest(this)
  }

  /** Node sets this before the headers are parsed, and reads it afterwards. */
  set upgrade(offers: boolean) {
    this[offered] = offers
  }
}

function isWebSocketRequest({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}
