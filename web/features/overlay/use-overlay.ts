import { getOverlay } from '@stepledger/contracts/http/overlay.ts'
import { playerId as playerIdText } from '@stepledger/contracts/ids.ts'
import { useRead } from '../../api/use-call.ts'
import { useThrottled } from '../../live/use-throttled.ts'
import { useTopic } from '../../live/use-topic.ts'

/** Minimum time between refetches of the rank, ms; other plays of the chart change it. */
const placePause = 3000

/** The overlay's data, kept live: new plays at once, the rank when others play the same chart. */
export function useOverlay(id: string) {
  const read = useRead(getOverlay, { params: { id } })
  const refetch = useThrottled(() => void read.refetch())
  const refetchPlace = useThrottled(() => void read.refetch(), placePause)
  const known = playerIdText.safeParse(id)
  const chart = read.data?.play?.chart.hash
  useTopic(known.success ? `player:${known.data}` : null, refetch, refetch)
  useTopic(chart === undefined ? null : `chart:${chart}`, refetchPlace, () => {})
  return read
}
