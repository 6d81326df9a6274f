import { fewestCounted, fewestPlayers, noiseDeviation } from '@stepledger/contracts/analysis/anonymity.ts'
import { type Duck, quoted } from './duck.ts'

export interface Noise {
  /** Key of the noise: the same contents get the same noise in every series, so that many series average nothing out. */
  readonly key: string
  /** In players; a test of what stands before the noise gives 0. */
  readonly deviation?: number
  /** The least count with noise that is published. */
  readonly least?: number
}

/**
 * Makes the macros `noise_of(text)`, Gaussian noise that follows from the key and the text, and `is_published(members,
 * players)`. They are temporary, so the key never lies in a file.
 */
export async function prepareNoise(
  duck: Duck,
  { key, deviation = noiseDeviation, least = fewestCounted }: Noise,
): Promise<void> {
  await duck.run(`
    create temp macro uniform_of(digest, start) as
      (('0x' || substr(digest, start, 13))::BIGINT + 0.5) / 4503599627370496;
    create temp macro gaussian_of(digest) as
      sqrt(-2 * ln(uniform_of(digest, 1))) * cos(2 * pi() * uniform_of(digest, 14));
    create temp macro noise_of(text) as ${deviation} * gaussian_of(sha256(${quoted(`${key}:noise:`)} || text));
    create temp macro is_published(members, players) as members >= ${least === 0 ? 1 : fewestPlayers} and players >= ${least}`)
}
