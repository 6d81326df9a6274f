import { BroadcastChannel } from 'node:worker_threads'
import { type Notice, notice, type Push } from './push.ts'

/**
 * Notices between the threads of one process. `name` separates systems within one process. A notice is received and
 * parsed once, however many subscribe.
 */
export function inProcessPush(name = 'stepledger'): Push {
  const sender = openChannel(name)
  let receiver: BroadcastChannel | null = null
  const subscribers = new Set<{ onNotice: (notice: Notice) => void }>()

  /** Not the sender, because a channel does not receive what it sent. */
  function openReceiver(): BroadcastChannel {
    const channel = openChannel(name)
    channel.onmessage = (event) => {
      const parsed = notice.safeParse(event instanceof MessageEvent ? event.data : undefined)
      if (parsed.success) for (const { onNotice } of [...subscribers]) onNotice(parsed.data)
    }
    return channel
  }

  return {
    publish: (message: Notice) => sender.postMessage(message),
    subscribe(onNotice) {
      const subscriber = { onNotice }
      subscribers.add(subscriber)
      receiver ??= openReceiver()
      return () => subscribers.delete(subscriber)
    },
    async close() {
      subscribers.clear()
      receiver?.close()
      sender.close()
    },
  }
}

/** A channel that does not keep the process running. */
function openChannel(name: string): BroadcastChannel {
  const channel = new BroadcastChannel(name)
  channel.unref()
  return channel
}
