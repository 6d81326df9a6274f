import { connect, isIP, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { deliverWholeResponses } from './whole-responses.ts'

/** What kafkajs wants a connection to. */
export interface Wanted {
  readonly host: string
  readonly port: number
  /** Anything but false or nothing: by TLS. */
  readonly ssl?: unknown
  onConnect(): void
}

/** The connections of one client, so that it can be ended for good, whatever it is doing at the moment. */
export interface Sockets {
  /** What kafkajs calls to connect. */
  open(to: Wanted): Socket
  /** Cuts all of them, and lets no other come up. */
  abandon(): void
}

/**
 * A client of kafkajs that is disconnected while it tries again connects again, and sends what nobody waits for any
 * more. One that is abandoned here can't.
 */
export function ownSockets(): Sockets {
  const open = new Set<Socket>()
  let abandoned = false
  return {
    open({ host, port, ssl, onConnect }) {
      const socket = ssl
        ? connectByTls({ host, port, ...(isIP(host) ? {} : { servername: host }) }, onConnect)
        : connect({ host, port }, onConnect)
      // kafkajs listens once for every request that waits for the connection.
      socket.setKeepAlive(true, 30_000).setNoDelay(true).setMaxListeners(0)
      open.add(deliverWholeResponses(socket))
      socket.once('close', () => open.delete(socket))
      if (abandoned) socket.destroy(new Error('this client of Kafka was given up'))
      return socket
    },
    abandon() {
      abandoned = true
      for (const socket of open) socket.destroy()
    },
  }
}
