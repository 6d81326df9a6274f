import { createContext, useContext } from 'react'
import type { Outage } from './outage.ts'

export const OutageContext = createContext<Outage | null>(null)

export function useOutage(): Outage {
  const outage = useContext(OutageContext)
  if (outage === null) throw new Error('OutageContext is not provided')
  return outage
}
