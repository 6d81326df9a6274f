import { expect, it } from 'vitest'
import { createProofRequests } from './proof-requests.ts'

it('requests at the same time share one dialog and its answer', async () => {
  const proofs = createProofRequests()
  const seen: boolean[] = []
  proofs.subscribe(() => seen.push(proofs.isOpen()))
  const answers = [proofs.request(), proofs.request()]
  expect(seen).toEqual([true])
  proofs.answer(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  const next = proofs.request()
  proofs.answer(false)
  expect([await next, seen]).toEqual([false, [true, false, true, false]])
})
