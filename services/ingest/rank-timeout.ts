/** How long an answer waits for ranks, ms. */
const usual = 250

/** How long the answer to a request waits for ranks, ms. `Prefer: wait=0` (RFC 7240): not at all. */
export function rankTimeout(prefer: string | string[] | undefined): number {
  return /(^|[,;\s])wait\s*=\s*"?0"?\s*($|[,;])/i.test(String(prefer ?? '')) ? 0 : usual
}
