import type { ExtraBuildFold } from '@stepledger/services/projector/fold/apply-batch.ts'

/** Holds a build at its n-th batch until it is opened, and counts what is folded into it. */
export function gate(batch: number) {
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
