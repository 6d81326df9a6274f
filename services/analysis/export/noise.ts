import { fewestPlayers, minCounted, noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { type Duck, quoted } from './duck.ts'

interface Noise {
  /** Secret key. Equal contents get equal noise in every series, so that averaging series does not remove it. */
  readonly key: string
  /** Standard deviation, players. 0 in tests of exact values. */
  readonly deviation?: number
  /** Minimum noisy count of a published row. */
  readonly least?: number
}

/**
 * Creates the macros `noise_of(text)`, Gaussian noise derived from key and text, and `is_published(members, players)`.
 * They are temporary, so that the key is not written to a file.
 */
export async function prepareNoise(
  duck: Duck,
  { key, deviation = noiseDeviation, least = minCounted }: Noise,
): Promise<void> {
  await duck.run(`
    create temp macro uniform_of(digest, start) as
      (('0x' || substr(digest, start, 13))::BIGINT + 0.5) / 4503599627370496;
    create temp macro gaussian_of(digest) as
      sqrt(-2 * ln(uniform_of(digest, 1))) * cos(2 * pi() * uniform_of(digest, 14));
    create temp macro noise_of(text) as ${deviation} * gaussian_of(sha256(${quoted(`${key}:noise:`)} || text));
    create temp macro is_published(members, players) as members >= ${least === 0 ? 1 : fewestPlayers} and players >= ${least}`)
}
