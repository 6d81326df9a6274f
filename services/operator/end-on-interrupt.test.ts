import { expect, it } from 'vitest'
import { endOnInterrupt } from './end-on-interrupt.ts'

it('work that does not end after an interrupt is abandoned, and work that ends is not', async () => {
  const interrupt = new AbortController()
  let end = (_: string) => {}
  const working = endOnInterrupt(interrupt.signal, new Promise<string>((resolve) => (end = resolve)))
  const stuck = endOnInterrupt(interrupt.signal, new Promise(() => {}))
  interrupt.abort(new Error('interrupted'))
  end('done')
  expect(await working).toBe('done')
  await expect(stuck).rejects.toThrow('interrupted')
})
