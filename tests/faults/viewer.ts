import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Acknowledged } from './load.ts'

/** Opens link previews of plays one after the other, as chats do. */
export interface Viewer {
  /** Invalid pictures: incomplete ones, or changed ones at an immutable address. */
  readonly errors: readonly string[]
  /** Number of valid pictures so far. */
  seen(): number
  /** Resolves after this many more valid pictures. */
  more(pictures: number): Promise<void>
  stop(): Promise<void>
}

const pauseMs = 150
const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const end = Buffer.from('IEND\xaeB`\x82', 'latin1')

/** `acknowledged` grows during the test. */
export function startViewer(url: string, acknowledged: readonly Acknowledged[]): Viewer {
  const errors: string[] = []
  const known = new Map<string, string>()
  let seen = 0
  let stopping = false

  async function look({ playId }: Acknowledged): Promise<void> {
    const page = await (await fetch(`${url}/play/${playId}`, { headers: { accept: 'text/html' } })).text()
    const [, path] = /property="og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(page) ?? []
    if (path === undefined) return
    const answer = await fetch(`${url}${path}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    // A backend may be down, but a successful answer must be right.
    if (answer.status !== 200) return
    seen++
    const text = bytes.toString('base64')
    if (!bytes.subarray(0, start.length).equals(start) || !bytes.subarray(-end.length).equals(end))
      errors.push(`${path}: no whole picture`)
    if (!answer.headers.get('cache-control')?.includes('immutable')) return
    if ((known.get(path) ?? text) !== text) errors.push(`${path}: another picture than before`)
    known.set(path, text)
  }
  const looking = async () => {
    for (let n = 0; !stopping; n++) {
      // Alternates between a new picture and an earlier one.
      const play =
        n % 2 === 0
          ? acknowledged.at(-1)
          : acknowledged[Math.floor((n * 7919) % Math.max(1, acknowledged.length))]
      if (play) await look(play).catch(() => {})
      await sleep(pauseMs)
    }
  }
  const running = looking()
  return {
    errors: errors,
    seen: () => seen,
    async more(pictures) {
      const wanted = seen + pictures
      await vi.waitUntil(() => seen >= wanted, { timeout: 180_000, interval: 10 })
    },
    async stop() {
      stopping = true
      await running
    },
  }
}
