/** Samples of ours and of the floor, one per round; `floor` is empty without a floor. */
export interface Rounds<Sample> {
  readonly ours: readonly Sample[]
  readonly floor: readonly Sample[]
}

/**
 * Alternates between ours and the floor, so that other load on the machine affects both. Round 0 is the warm-up and is
 * left out.
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
