import { expect, it, vi } from 'vitest'
import { abortable } from './abortable.ts'

it('is aborted while the work is pending', async () => {
  const controller = new AbortController()
  const onAbort = vi.fn()
  const result = abortable(new Promise(() => {}), controller.signal, onAbort)
  controller.abort(new Error('too slow'))
  await expect(result).rejects.toThrow('too slow')
  expect(onAbort).toHaveBeenCalledOnce()
})

it('is not aborted once the work is done: the next query uses the same connection', async () => {
  const controller = new AbortController()
  const onAbort = vi.fn()
  expect(await abortable(Promise.resolve('rows'), controller.signal, onAbort)).toBe('rows')
  await expect(abortable(Promise.reject(new Error('no')), controller.signal, onAbort)).rejects.toThrow('no')
  controller.abort()
  expect(onAbort).not.toHaveBeenCalled()
})
