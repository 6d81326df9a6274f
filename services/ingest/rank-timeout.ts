/** ms. */
const defaultTimeout = 250

/** How long the answer to a request waits for ranks, ms; 0 with `Prefer: wait=0` (RFC 7240). */
export function rankTimeout(prefer: string | string[] | undefined): number {
  return /(^|[,;\s])wait\s*=\s*"?0"?\s*($|[,;])/i.test(String(prefer ?? '')) ? 0 : defaultTimeout
}
