import { isIP, isIPv4 } from 'node:net'
import { addressKey } from '../../platform/limits/address-key.ts'

/** Truncates an IP address for display: `203.0.113.x`, `2001:db8:7::`. Null when it is not an address. */
export function networkOf(address: string): string | null {
  if (isIP(address) === 0) return null
  const key = addressKey(address)
  return isIPv4(key) ? key.replace(/\d+$/, 'x') : `${key.split(':').slice(0, 3).join(':')}::`
}
