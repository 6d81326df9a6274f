import { listEvents } from '@stepledger/contracts/http/events.ts'
import { useRead } from '../../api/use-call.ts'

/** The event that started last; null if none has started. */
export function useLatestEvent() {
  const { data, isPending } = useRead(listEvents, {})
  return { event: data?.events.find(({ phase }) => phase !== 'before') ?? null, waiting: isPending }
}
