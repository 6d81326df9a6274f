/**
 * How many times longer work takes than on an idle machine: 1 when idle, 8 when eight processes compete for the core.
 * Measured as wall time over CPU time of a 30 ms loop.
 */
export function contention(): number {
  const [from, before] = [performance.now(), process.cpuUsage()]
  while (performance.now() - from < 30) Math.random()
  const took = performance.now() - from
  const { user, system } = process.cpuUsage(before)
  return Math.max(1, (took * 1000) / (user + system))
}
