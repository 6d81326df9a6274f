/** What was measured of ours and of its floor, a sample a round; no samples of a floor where there is none. */
export interface Rounds<Sample> {
  readonly ours: readonly Sample[]
  readonly floor: readonly Sample[]
}

/**
 * Measures ours and its floor in turns, so that whatever else happens on the machine happens to both. The first round
 * warms up and is left out. `round` counts from 0, the warm-up.
 */
export async function interleaved<Sample>(
  rounds: number,
  ours: (round: number) => Promise<Sample>,
  floor: ((round: number) => Promise<Sample>) | null,
): Promise<Rounds<Sample>> {
  const samples: { ours: Sample[]; floor: Sample[] } = { ours: [], floor: [] }
  for (let round = 0; round <= rounds; round++) {
    const mine = await ours(round)
    const its = await floor?.(round)
    if (round === 0) continue
    samples.ours.push(mine)
    if (its !== undefined) samples.floor.push(its)
  }
  return samples
}
