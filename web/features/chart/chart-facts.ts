/** "2:12" for 132 seconds. */
export function lengthLabel(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The tempo of `beat=bpm` pairs: "174 BPM", or "87–174 BPM" where it changes; null when there is none to read. */
export function tempoLabel(bpms: string | null): string | null {
  const values = (bpms ?? '')
    .split(',')
    .map((pair) => Number(pair.split('=')[1]))
    .filter((value) => Number.isFinite(value) && value > 0)
  if (values.length === 0) return null
  const [low, high] = [Math.round(Math.min(...values)), Math.round(Math.max(...values))]
  return low === high ? `${low} BPM` : `${low}–${high} BPM`
}
