import { connect, isIP, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { deliverWholeResponses } from './whole-responses.ts'

interface ConnectionRequest {
  readonly host: string
  readonly port: number
  /** TLS if truthy. */
  readonly ssl?: unknown
  onConnect(): void
}

/** The connections of one client, so that it can be shut down reliably in any state. */
export interface Sockets {
  /** The socket factory of kafkajs. */
  open(to: ConnectionRequest): Socket
  /** Destroys all sockets, and every later one. */
  abandon(): void
}

/**
 * Tracks the sockets of one client. A kafkajs client that is disconnected during a retry reconnects and sends requests
 * that were already given up; an abandoned one cannot.
 */
export function ownSockets(): Sockets {
  const open = new Set<Socket>()
  let abandoned = false
  return {
    open({ host, port, ssl, onConnect }) {
      const socket = ssl
        ? connectByTls({ host, port, ...(isIP(host) ? {} : { servername: host }) }, onConnect)
        : connect({ host, port }, onConnect)
      // kafkajs adds a listener per request that waits for the connection.
      socket.setKeepAlive(true, 30_000).setNoDelay(true).setMaxListeners(0)
      open.add(deliverWholeResponses(socket))
      socket.once('close', () => open.delete(socket))
      if (abandoned) socket.destroy(new Error('this Kafka client was abandoned'))
      return socket
    },
    abandon() {
      abandoned = true
      for (const socket of open) socket.destroy()
    },
  }
}
