import type { Socket } from 'node:net'

/** How many bytes say how long an answer is, and how long the longest is that Kafka gives to what is asked here. */
const head = 4
const maxAnswer = 256 * 1024 * 1024

/**
 * Has a connection to Kafka give answers only when they are whole, and drop the half one at its end. kafkajs keeps the
 * half one, and takes what comes by the next connection for the rest of it: from then on it understands no answer any
 * more, and every question runs out of time.
 */
export function deliverWholeResponses(socket: Socket): Socket {
  const give = socket.push.bind(socket)
  let held: Buffer[] = []
  let bytes = 0
  let needed = head

  socket.push = (chunk) => {
    if (!Buffer.isBuffer(chunk)) return give(chunk)
    held.push(chunk)
    bytes += chunk.length
    if (bytes < needed) return true
    const all = held.length > 1 ? Buffer.concat(held) : chunk
    const { end, next } = wholeUpTo(all)
    if (next > head + maxAnswer || next < head) {
      socket.destroy(new Error('what answers is not Kafka'))
      return false
    }
    const rest = all.subarray(end)
    held = rest.length > 0 ? [rest] : []
    bytes = rest.length
    needed = next
    return end === 0 || give(all.subarray(0, end))
  }
  return socket
}

/** Where the last whole answer ends, and how many bytes the next one has, or what says so. */
function wholeUpTo(all: Buffer): { end: number; next: number } {
  let end = 0
  while (all.length - end >= head) {
    const next = head + all.readInt32BE(end)
    if (next < head || all.length - end < next) return { end, next }
    end += next
  }
  return { end, next: head }
}
