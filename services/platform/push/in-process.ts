import { BroadcastChannel } from 'node:worker_threads'
import { type Notice, notice, type Push } from './push.ts'

/** Notices between the threads of one process. `name` separates systems within one process. */
export function inProcessPush(name = 'stepledger'): Push {
  const sender = new BroadcastChannel(name)
  sender.unref()
  const receivers = new Set<BroadcastChannel>()
  return {
    publish: (message: Notice) => sender.postMessage(message),
    subscribe(onNotice) {
      const receiver = new BroadcastChannel(name)
      receiver.unref()
      receiver.onmessage = (event) => {
        const parsed = notice.safeParse(event instanceof MessageEvent ? event.data : undefined)
        if (parsed.success) onNotice(parsed.data)
      }
      receivers.add(receiver)
      return () => {
        receiver.close()
        receivers.delete(receiver)
      }
    },
    async close() {
      for (const receiver of receivers) receiver.close()
      sender.close()
    },
  }
}
