/**
 * Sends 3,000 plays, so that a new server has compiled what a play needs, as one has that runs for days. In its first
 * thousand plays a server takes up to twice the CPU a play.
 */
export async function warmUp(send: (perSecond: number, seconds: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 4; i++) await send(150, 5)
}
