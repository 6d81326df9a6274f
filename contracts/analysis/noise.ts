import { createHash } from 'node:crypto'
import { noiseDeviation } from './anonymity.ts'

/** Returns Gaussian noise in players, determined by the name of the published number. */
export type NoiseOf = (text: string) => number

/**
 * Derives the noise from the site's secret key (Box–Muller transform of SHA-256). It is deterministic, so that repeated
 * exports cannot be averaged.
 */
export function noiseOfKey(key: string): NoiseOf {
  return (text) => {
    const digest = createHash('sha256').update(`${key}:noise:${text}`).digest()
    const uniform = (at: number) => (digest.readUIntBE(at, 6) + 0.5) / 2 ** 48
    return noiseDeviation * Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(6))
  }
}
