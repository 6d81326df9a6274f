import { connect, isIP, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'

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

/** Size of the length prefix, and maximum length of a response, bytes. */
const prefixBytes = 4
const maxResponseBytes = 256 * 1024 * 1024

/**
 * Makes a connection to Kafka deliver complete responses only, and drop an incomplete one at its end. kafkajs would
 * keep the incomplete response and append data of the next connection to it; then it can no longer parse any response,
 * and every request times out.
 */
export function deliverWholeResponses(socket: Socket): Socket {
  const push = socket.push.bind(socket)
  let buffered: Buffer[] = []
  let bytes = 0
  let needed = prefixBytes

  socket.push = (chunk) => {
    if (!Buffer.isBuffer(chunk)) return push(chunk)
    buffered.push(chunk)
    bytes += chunk.length
    if (bytes < needed) return true
    const all = buffered.length > 1 ? Buffer.concat(buffered) : chunk
    const { end, next } = completeUpTo(all)
    if (next > prefixBytes + maxResponseBytes || next < prefixBytes) {
      socket.destroy(new Error('the server does not speak the Kafka protocol'))
      return false
    }
    const rest = all.subarray(end)
    buffered = rest.length > 0 ? [rest] : []
    bytes = rest.length
    needed = next
    return end === 0 || push(all.subarray(0, end))
  }
  return socket
}

/** Returns the end of the last complete response, and the size of the next one, or of its prefix if unknown. */
function completeUpTo(all: Buffer): { end: number; next: number } {
  let end = 0
  while (all.length - end >= prefixBytes) {
    const next = prefixBytes + all.readInt32BE(end)
    if (next < prefixBytes || all.length - end < next) return { end, next }
    end += next
  }
  return { end, next: prefixBytes }
}
