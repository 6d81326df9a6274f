import { type StepPreview, stepPreview } from '@stepledger/contracts/packs/step-preview.ts'
import { CallError } from '../../../api/call-error.ts'

/** Milliseconds. A marathon's steps are some hundred kilobytes. */
const timeout = 30_000

/** Addresses of which the browser's cache holds something else than steps: the next try asks the server. */
const broken = new Set<string>()

/** The steps that lie at an address. Throws `CallError`, also for a file that holds something else. */
export async function loadSteps(url: string, signal: AbortSignal): Promise<StepPreview> {
  const late = AbortSignal.timeout(timeout)
  const cache = broken.has(url) ? 'reload' : 'default'
  const response = await fetch(url, { cache, signal: AbortSignal.any([signal, late]) }).catch(() => {
    if (late.aborted) throw new CallError({ kind: 'timeout', message: 'Request timed out' })
    throw new CallError({ kind: 'network', message: 'Network error' })
  })
  const { ok, status } = response
  if (!ok)
    throw new CallError({ kind: 'status', message: `Request failed with status code ${status}`, status })
  const steps = stepPreview.safeParse(await response.json().catch(() => null))
  if (!steps.success) {
    broken.add(url)
    throw new CallError({ kind: 'shape', message: `Invalid response from ${url}` })
  }
  broken.delete(url)
  return steps.data
}
