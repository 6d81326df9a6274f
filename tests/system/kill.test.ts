import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { profilePage } from '@stepledger/contracts/http/players.ts'
import { describe, expect, it } from 'vitest'
import { type GeneratedBody, playBody } from '../generators/play-body.ts'
import { isLong, withLong } from '../length.ts'
import { call, newPlayer, type Player, submit } from './client.ts'
import { runLedger } from './ledger-command.ts'
import { type Server, startServer } from './server.ts'

/** A client of the server, and the acknowledgements it received. */
interface Client {
  readonly player: Player
  /** Bodies without an answer yet: retried after the next start, as the game does. */
  readonly waiting: GeneratedBody[]
  readonly acknowledged: Map<GeneratedBody, number>
  seed: number
}

const clientsAtOnce = 8
const [acknowledgedPerRound, rounds] = isLong ? [120, 20] : [60, 1]

/**
 * Invariants 1, 7, 14: after any kill every acknowledged play exists once, and the read models agree with the ledger.
 */
describe.each(
  withLong<[string, (server: Server) => Promise<void>]>(
    [['Node and Postgres', (server) => server.killAll()]],
    [['Node alone', (server) => server.killNode()]],
  ),
)(`kill -9 of %s, ${rounds} time(s) under load from eight clients`, (_name, kill) => {
  it('loses and duplicates nothing', { retry: 0 }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stepledger-kill-'))
    let server = await startServer(dataDir)
    const clients = await Promise.all(
      Array.from({ length: clientsAtOnce }, async (_, i): Promise<Client> => {
        const player = await newPlayer(server.url, `player${i}`)
        return { player, waiting: [], acknowledged: new Map(), seed: i * 1_000_000 }
      }),
    )

    for (let round = 0; round < rounds; round++) {
      await loadUntil(server, clients, acknowledgedPerRound * (round + 1), kill)
      server = await startServer(dataDir)
    }
    await Promise.all(clients.map((client) => resend(server, client)))

    for (const { player, acknowledged } of clients) {
      expect(await playsOf(server, player)).toEqual([...acknowledged.values()].sort((a, b) => a - b))
    }
    const verified = await runLedger(dataDir, ['verify', '--json'])
    expect(verified).toMatchObject({ code: 0 })
    expect(await server.stop()).toMatchObject({ code: 0 })
    await rm(dataDir, { recursive: true, force: true })
  })
})

/**
 * All clients submit concurrently until this many plays are acknowledged in all; then the server is killed during the
 * remaining requests.
 */
async function loadUntil(
  server: Server,
  clients: readonly Client[],
  wanted: number,
  kill: (server: Server) => Promise<void>,
): Promise<void> {
  let killed: Promise<void> | null = null
  const sending = clients.map(async (client) => {
    while (killed === null) {
      const body = client.waiting[0] ?? playBody({ seed: client.seed++, rows: 60 })
      if (client.waiting[0] !== body) client.waiting.push(body)
      const answer = await submit(server.url, client.player, body).catch(() => null)
      if (answer) acknowledge(client, body, answer.playId)
      const acknowledged = clients.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
      if (acknowledged >= wanted) killed ??= kill(server)
    }
  })
  await Promise.all(sending)
  await killed
}

/** An acknowledged id never changes. */
function acknowledge(client: Client, body: GeneratedBody, playId: number): void {
  expect(client.acknowledged.get(body) ?? playId).toBe(playId)
  client.acknowledged.set(body, playId)
  client.waiting.splice(client.waiting.indexOf(body), 1)
}

/** Retries unanswered plays, and resends some acknowledged ones. */
async function resend(server: Server, client: Client): Promise<void> {
  for (const body of [...client.waiting]) {
    acknowledge(client, body, (await submit(server.url, client.player, body)).playId)
  }
  for (const [body, playId] of [...client.acknowledged].slice(0, 20)) {
    expect(await submit(server.url, client.player, body)).toMatchObject({ duplicate: true, playId })
  }
}

/** The ids of all plays on the player's profile, once everything is folded. */
async function playsOf(server: Server, player: Player): Promise<number[]> {
  const ids: number[] = []
  const { position } = await submit(server.url, player, playBody({ seed: 999_999_999, rows: 10 }))
  for (let page = 1; ; page++) {
    const { body } = await call(`${server.url}/api/user/${player.id}?limit=100&page=${page}`, {
      headers: { 'ledger-position': position },
    })
    const { recentPlays, recentPlaysMeta } = profilePage.parse(body)
    ids.push(...recentPlays.map((play) => play.playId))
    if (!recentPlaysMeta.hasNextPage) break
  }
  return ids.filter((id) => id !== Math.max(...ids)).sort((a, b) => a - b)
}
