import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAutosave } from './autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function given() {
  const requests: { value: string; version: number; answer: (error?: Error) => void }[] = []
  const save = (value: string, version: number) =>
    new Promise<number>((resolve, reject) => {
      requests.push({ value, version, answer: (error) => (error ? reject(error) : resolve(version + 1)) })
    })
  return { autosave: createAutosave({ save, version: 1, pause: 800 }), requests }
}

describe('autosave', () => {
  it('saves the last value after a pause in typing', async () => {
    const { autosave, requests } = given()
    autosave.change('C')
    await vi.advanceTimersByTimeAsync(700)
    autosave.change('Cu')
    expect([autosave.get().status, requests.length]).toEqual(['unsaved', 0])
    await vi.advanceTimersByTimeAsync(800)
    expect([autosave.get().status, requests]).toMatchObject(['saving', [{ value: 'Cu', version: 1 }]])
    requests[0]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(autosave.get().status).toBe('saved')
  })

  it('saves changes during a request after it, over its version', async () => {
    const { autosave, requests } = given()
    autosave.change('Cu')
    const flushed = autosave.flush()
    autosave.change('Cup')
    requests[0]?.answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(requests[1]).toMatchObject({ value: 'Cup', version: 2 })
    requests[1]?.answer()
    expect(await flushed).toBe(3)
  })

  it('says that saving failed, and saves the latest value with the next change or flush', async () => {
    const { autosave, requests } = given()
    autosave.change('Cup')
    const flushed = autosave.flush()
    requests[0]?.answer(new Error('offline'))
    await expect(flushed).rejects.toThrow('offline')
    expect(autosave.get()).toMatchObject({ status: 'failed' })
    const again = autosave.flush()
    expect(requests[1]).toMatchObject({ value: 'Cup', version: 1 })
    requests[1]?.answer()
    expect(await again).toBe(2)
  })

  it('has nothing to flush when everything is saved', async () => {
    const { autosave, requests } = given()
    expect(await autosave.flush()).toBe(1)
    expect(requests).toEqual([])
  })
})
