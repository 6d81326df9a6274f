/**
 * How many times as long work takes here as it would on a machine of its own: 1 there, 8 where eight others want the
 * same core. Found by working for 30 ms and asking how much of that the CPU gave.
 */
export function contention(): number {
  const [from, before] = [performance.now(), process.cpuUsage()]
  while (performance.now() - from < 30) Math.random()
  const took = performance.now() - from
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (took * 1000) / (user + system))
}
