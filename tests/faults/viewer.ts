import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Told } from './load.ts'

/** Somebody who unfolds links to plays, one after the other, as chats do: pictures are what lies in S3. */
export interface Viewer {
  /** Pictures that no chat may get: half ones, or another one at an address that is to hold for ever. */
  readonly wrong: readonly string[]
  /** How many were seen whole. */
  seen(): number
  /** When this many more were seen whole. */
  more(pictures: number): Promise<void>
  stop(): Promise<void>
}

const pauseMs = 150
const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const end = Buffer.from('IEND\xaeB`\x82', 'latin1')

/** `told`: the plays, to which others are added. */
export function startViewer(url: string, told: readonly Told[]): Viewer {
  const wrong: string[] = []
  const known = new Map<string, string>()
  let seen = 0
  let stopping = false

  async function look({ playId }: Told): Promise<void> {
    const page = await (await fetch(`${url}/play/${playId}`, { headers: { accept: 'text/html' } })).text()
    const [, path] = /property="og:image" content="https?:\/\/[^/"]+([^"]+)"/.exec(page) ?? []
    if (path === undefined) return
    const answer = await fetch(`${url}${path}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    // Anyone who stands behind may be away; what is answered must be right.
    if (answer.status !== 200) return
    seen++
    const text = bytes.toString('base64')
    if (!bytes.subarray(0, start.length).equals(start) || !bytes.subarray(-end.length).equals(end))
      wrong.push(`${path}: no whole picture`)
    if (!answer.headers.get('cache-control')?.includes('immutable')) return
    if ((known.get(path) ?? text) !== text) wrong.push(`${path}: another picture than before`)
    known.set(path, text)
  }
  const looking = async () => {
    for (let n = 0; !stopping; n++) {
      // A new one, which has to be drawn, then one that was kept before.
      const play = n % 2 === 0 ? told.at(-1) : told[Math.floor((n * 7919) % Math.max(1, told.length))]
      if (play) await look(play).catch(() => {})
      await sleep(pauseMs)
    }
  }
  const running = looking()
  return {
    wrong,
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
