import { formatLength } from './format-length.ts'

/** The remaining seconds as `mm:ss`: 3600 is `60:00`. */
export function formatCountdown(seconds: number): string {
  return formatLength(Math.max(0, Math.ceil(seconds))).padStart(5, '0')
}
