import type { OperationsPart, PushTopic, ServerMessage } from '@stepledger/contracts/push/messages.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Notice } from '../../platform/push/push.ts'
import type { Connection } from './connection.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

/**
 * Delay of a message after the first change, ms: later changes are coalesced into it. Longer than the reads of the page
 * are cached, so that a page that fetches again does not get an answer from before the change.
 */
const delayMs = 1_200

/** Sends subscribers of `ops` which part of the operations page changed. */
export function operatorUpdates(
  topics: TopicSubscriptions<Connection, PushTopic>,
  { warn }: Pick<Log, 'warn'>,
) {
  const timers = new Map<OperationsPart, NodeJS.Timeout>()
  const send = (about: OperationsPart) => {
    timers.delete(about)
    const message: ServerMessage = { type: 'changed', topic: 'ops', generation: null, about }
    const text = Buffer.from(JSON.stringify(message))
    for (const follower of topics.followersOf('ops'))
      follower.sendToOperator(text).catch((error) => warn(`an operator could not be notified: ${error}`))
  }
  return {
    onNotice(notice: Notice): void {
      if (topics.followersOf('ops').size === 0) return
      for (const about of partsOf(notice))
        if (!timers.has(about)) timers.set(about, setTimeout(send, delayMs, about))
    },
    stop(): void {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/**
 * The parts that a notice changes. A switch also reaches all topics at once, but a page that then fetches can get the
 * cached state from before it.
 */
function partsOf(notice: Notice): readonly OperationsPart[] {
  switch (notice.kind) {
    case 'operations':
      return [notice.about]
    case 'folded':
      // Charts that wait for a decision are shown beside the uploads.
      return notice.packs.length + notice.charts.length > 0 ? ['folding', 'uploads'] : ['folding']
    case 'standings':
      return ['folding']
    case 'switched':
      return ['folding', 'rules']
    case 'player':
      return []
  }
}
