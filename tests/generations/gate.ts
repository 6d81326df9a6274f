import type { ExtraBuildFold } from '@stepledger/services/projector/build/bulk-worker.ts'

/** Blocks a build at its n-th batch until `open` is called. */
export function buildGate(batch: number) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let arrive = () => {}
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let batches = 0
  const extraBuildFold: ExtraBuildFold = async () => {
    batches += 1
    if (batches !== batch) return
    arrive()
    await opened
  }
  return { extraBuildFold, reached, open }
}
