import { vi } from 'vitest'

/** Who reads pages in a loop, and what they were told. */
export interface PageReaders {
  readonly paths: readonly string[]
  /** What was wrong with an answer: its status, or an older generation after a newer one. */
  readonly faults: readonly string[]
  /** Answers so far. */
  answered(): number
  /** The newest generation that an answer was of. */
  newest(): number
  /** What a page said in a generation: one text, unless something of it changed. */
  textsOf(generation: number, path: string): readonly string[]
  /** Reads each page once. */
  readAll(): Promise<void>
  /** Lets the answers that are on their way arrive. */
  stop(): Promise<void>
}

/** How long a server may be away, ms. */
const patienceMs = 300_000

/**
 * This many readers go round these pages until they are stopped. `url`: where the server is now, null while it is away;
 * an answer that is cut off by its death is none.
 */
export function readInLoops(
  url: () => string | null,
  paths: readonly string[],
  readers: number,
): PageReaders {
  const texts = new Map<string, Set<string>>()
  const faults: string[] = []
  let newest = 0
  let answered = 0
  let done = false

  async function read(path: string): Promise<void> {
    await vi.waitUntil(() => done || url() !== null, { timeout: patienceMs, interval: 20 })
    const server = url()
    if (server === null) return
    const floor = newest
    const answer = await textOf(`${server}${path}`).catch(() => null)
    if (answer === null) return server === url() ? void faults.push(`${path}: no answer`) : undefined
    answered += 1
    const { status, generation, text } = answer
    if (status !== 200) return void faults.push(`${path}: ${status}`)
    if (generation < floor) faults.push(`${path}: generation ${generation} after ${floor}`)
    newest = Math.max(newest, generation)
    const key = `${generation} ${path}`
    texts.set(key, (texts.get(key) ?? new Set()).add(text))
  }

  const reading = Array.from({ length: readers }, async (_, i) => {
    for (let n = i; !done; n++) await read(paths[n % paths.length] ?? '')
  })
  return {
    paths,
    faults,
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
