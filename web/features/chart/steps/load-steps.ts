import { type StepPreview, stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { CallError } from '../../../api/call-error.ts'

/** ms. The steps of a marathon take some hundred kilobytes. */
const timeout = 30_000

/** URLs with an invalid response in the browser's cache; the next attempt bypasses it. */
const invalidUrls = new Set<string>()

/** Loads a step preview. Throws `CallError`, also for an invalid file. */
export async function loadSteps(url: string, signal: AbortSignal): Promise<StepPreview> {
  const deadline = AbortSignal.timeout(timeout)
  const cache = invalidUrls.has(url) ? 'reload' : 'default'
  const response = await fetch(url, { cache, signal: AbortSignal.any([signal, deadline]) }).catch(() => {
    if (deadline.aborted) throw new CallError({ kind: 'timeout', message: 'Request timed out' })
    throw new CallError({ kind: 'network', message: 'Network error' })
  })
  const { ok, status } = response
  if (!ok)
    throw new CallError({ kind: 'status', message: `Request failed with status code ${status}`, status })
  const steps = stepPreview.safeParse(await response.json().catch(() => null))
  if (!steps.success) {
    invalidUrls.add(url)
    throw new CallError({ kind: 'shape', message: `Invalid response from ${url}` })
  }
  invalidUrls.delete(url)
  return steps.data
}
