import { describe, expect, it } from 'vitest'
import { type BatcherOptions, createBatcher } from './batcher.ts'
import { LedgerBusyError } from './ledger.ts'

/** Responds only after `open`, and records the batches. */
function gate() {
  const batches: string[][] = []
  const open: (() => void)[] = []
  return {
    batches,
    open: () => open.shift()?.(),
    async send(batch: readonly string[]) {
      batches.push([...batch])
      await new Promise<void>((resolve) => open.push(resolve))
      return batch.map((item) => item.toUpperCase())
    },
  }
}

function batcher(
  given: Partial<BatcherOptions<string, string>> & Pick<BatcherOptions<string, string>, 'send'>,
) {
  return createBatcher<string, string>({
    bytesOf: (item) => item.length,
    lingerMs: 1,
    batchBytes: 6,
    queueBytes: 100,
    ...given,
  })
}

describe('batching', () => {
  it('coalesces concurrent items into one batch, and gives each caller its own result', async () => {
    const batches: string[][] = []
    const { add } = batcher({
      send: async (batch) => {
        batches.push([...batch])
        return batch.map((item) => item.toUpperCase())
      },
    })
    expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual(['A', 'B', 'C'])
    expect(batches).toEqual([['a', 'b', 'c']])
  })

  it('sends a single item at once, and batches those that follow within the linger time', async () => {
    const { send, open, batches } = gate()
    const { add } = batcher({ send, lingerMs: 50 })
    const first = add('a')
    await expect.poll(() => batches, { interval: 1 }).toEqual([['a']])
    open()
    await first
    const others = [add('b')]
    await new Promise(setImmediate)
    others.push(add('c'))
    await expect.poll(() => batches).toEqual([['a'], ['b', 'c']])
    open()
    expect(await Promise.all(others)).toEqual(['B', 'C'])
  })

  it('limits batches by bytes, in order; a larger item is a batch of its own', async () => {
    const batches: string[][] = []
    const { add } = batcher({
      send: async (batch) => {
        batches.push([...batch])
        return batch
      },
    })
    await Promise.all(['aaaa', 'bb', 'c', 'dddddddd', 'e'].map(add))
    expect(batches).toEqual([['aaaa', 'bb'], ['c'], ['dddddddd'], ['e']])
  })

  it('has one batch in flight at a time; items added meanwhile go into the next', async () => {
    const { send, open, batches } = gate()
    const { add } = batcher({ send, batchBytes: 1 })
    const first = add('a')
    const others = [add('b'), add('c')]
    expect(batches).toEqual([['a']])
    open()
    expect(await first).toBe('A')
    await expect.poll(() => batches).toEqual([['a'], ['b']])
    open()
    await expect.poll(() => batches).toEqual([['a'], ['b'], ['c']])
    open()
    expect(await Promise.all(others)).toEqual(['B', 'C'])
  })

  it('continues when a caller adds again as soon as its result arrives', async () => {
    const { add } = batcher({ send: async (batch) => batch })
    const again = async (left: number): Promise<string> => {
      const answer = await add(`item ${left}`)
      return left === 0 ? answer : again(left - 1)
    }
    expect(await again(20)).toBe('item 0')
  })

  it('gives every caller of a failed batch its error, and sends the next one', async () => {
    let failing = true
    const { add } = batcher({
      send: async (batch) => {
        if (failing) throw new Error('the disk is full')
        return batch
      },
    })
    const answers = await Promise.allSettled([add('a'), add('b')])
    expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected'])
    failing = false
    expect(await add('c')).toBe('c')
  })

  it('rejects items above the queue limit, and accepts them once it has drained', async () => {
    const { send, open } = gate()
    const { add, drained } = batcher({ send, batchBytes: 1, queueBytes: 5 })
    const taken = [add('aaa'), add('bb')]
    await expect(add('c')).rejects.toThrow(LedgerBusyError)
    open()
    await taken[0]
    const late = add('c')
    open()
    await taken[1]
    open()
    expect(await late).toBe('C')
    await drained()
  })

  it('accepts a single item larger than the queue limit', async () => {
    const { add } = batcher({ send: async (batch) => batch, queueBytes: 5 })
    expect(await add('larger than five')).toBe('larger than five')
  })

  it('drains: sends queued items at once', async () => {
    const { add, drained } = batcher({ send: async (batch) => batch, lingerMs: 60_000 })
    await add('a')
    const answers = [add('b'), add('c')]
    await drained()
    expect(await Promise.all(answers)).toEqual(['b', 'c'])
  })
})
