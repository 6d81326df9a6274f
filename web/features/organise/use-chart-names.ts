import { listChartsByHash, maxChartsByHash } from '@stepledger/contracts/http/charts.ts'
import { useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import type { NamedChart } from './charts.ts'

/** The charts with these hashes: those that were added here at once, all others from the server. */
export function useChartNames(hashes: readonly string[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, NamedChart>>(new Map())
  const learn = (charts: readonly NamedChart[]) =>
    setKnown((before) => new Map([...before, ...charts.map((chart) => [chart.hash, chart] as const)]))
  const missing = [...new Set(hashes.filter((hash) => !known.has(hash)))].slice(0, maxChartsByHash)
  const { data, error, refetch } = useRead(
    listChartsByHash,
    { query: { charts: missing.join(',') } },
    { enabled: missing.length > 0 },
  )
  if (data?.charts.some(({ hash }) => !known.has(hash))) learn(data.charts)
  return { known, learn, error, refetch }
}
