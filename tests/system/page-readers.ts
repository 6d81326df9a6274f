import { vi } from 'vitest'

/** Clients that read pages in a loop, and the answers they got. */
export interface PageReaders {
  readonly paths: readonly string[]
  /** Invalid answers: a wrong status, or an older generation after a newer one. */
  readonly errors: readonly string[]
  /** Number of answers so far. */
  answered(): number
  /** The newest generation among the answers. */
  newest(): number
  /** Distinct bodies of a page in a generation: one, unless its content changed. */
  textsOf(generation: number, path: string): readonly string[]
  /** Reads each page once. */
  readAll(): Promise<void>
  /** Waits for answers in flight. */
  stop(): Promise<void>
}

/** Timeout while the server is down, ms. */
const patienceMs = 300_000

/**
 * Starts this many readers, which cycle through the pages until they are stopped. `url`: the current address of the
 * server, null while it is down; requests that are cut off by its death don't count.
 */
export function readInLoops(
  url: () => string | null,
  paths: readonly string[],
  readers: number,
): PageReaders {
  const texts = new Map<string, Set<string>>()
  const errors: string[] = []
  let newest = 0
  let answered = 0
  let done = false

  async function read(path: string): Promise<void> {
    await vi.waitUntil(() => done || url() !== null, { timeout: patienceMs, interval: 20 })
    const server = url()
    if (server === null) return
    const floor = newest
    const answer = await textOf(`${server}${path}`).catch(() => null)
    if (answer === null) return server === url() ? void errors.push(`${path}: no answer`) : undefined
    answered += 1
    const { status, generation, text } = answer
    if (status !== 200) return void errors.push(`${path}: ${status}`)
    if (generation < floor) errors.push(`${path}: generation ${generation} after ${floor}`)
    newest = Math.max(newest, generation)
    const key = `${generation} ${path}`
    texts.set(key, (texts.get(key) ?? new Set()).add(text))
  }

  const reading = Array.from({ length: readers }, async (_, i) => {
    for (let n = i; !done; n++) await read(paths[n % paths.length] ?? '')
  })
  return {
    paths,
    errors: errors,
    answered: () => answered,
    newest: () => newest,
    textsOf: (generation, path) => [...(texts.get(`${generation} ${path}`) ?? [])],
    async readAll() {
      for (const path of paths) await read(path)
    },
    async stop() {
      done = true
      await Promise.all(reading)
    },
  }
}

async function textOf(url: string) {
  const answer = await fetch(url, { headers: { accept: 'application/json' } })
  const text = await answer.text()
  return { status: answer.status, generation: Number(answer.headers.get('ledger-generation')), text }
}
