import { createHash } from 'node:crypto'
import { noiseDeviation } from './anonymity.ts'

/** Gaussian noise for a published count, in players, that follows from a text. */
export type NoiseOf = (text: string) => number

/** The noise of a site's key: the same for the same text in every process. */
export function noiseOfKey(key: string): NoiseOf {
  return (text) => {
    const digest = createHash('sha256').update(`${key}:noise:${text}`).digest()
    const uniform = (at: number) => (digest.readUIntBE(at, 6) + 0.5) / 2 ** 48
    return noiseDeviation * Math.sqrt(-2 * Math.log(uniform(0))) * Math.cos(2 * Math.PI * uniform(6))
  }
}
