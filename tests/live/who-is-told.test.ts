import { logout } from '@stepledger/contracts/http/accounts.ts'
import { authAnswer } from '@stepledger/contracts/http/shapes/user.ts'
import type { PushTopic } from '@stepledger/contracts/push/messages.ts'
import type { FoldedChanges, Notice } from '@stepledger/services/platform/push/push.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { generatedChart } from '../generators/chart.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer, type Player, submitUntilRanked } from '../system/client.ts'
import { startLocalSystem } from '../system/local-system.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { openPage, type Page, subscribe } from './page.ts'

const soon = { timeout: 30_000, interval: 5 }
const chart = '0123456789abcdef'

const callerKinds = ['visitor', 'player', 'other player', 'operator', 'API key', 'ended session'] as const
type CallerKind = (typeof callerKinds)[number]
const everybody = callerKinds

const topicsSince = (page: Page, from: number) =>
  page.received.slice(from).flatMap((message) => ('topic' in message ? [message.topic] : [message.type]))

describe('which callers are told of a change, by topic', () => {
  let server: LiveServer
  let ann: Player
  const pages = new Map<CallerKind, Page>()
  const pageOf = (kind: CallerKind) => {
    const page = pages.get(kind)
    if (!page) throw new Error(`no page of ${kind}`)
    return page
  }
  let ofAnn: PushTopic

  beforeAll(async () => {
    server = await startLiveServer()
    ann = await server.addPlayer('ann')
    ofAnn = `player:${ann.id}`
    const operator = await server.letOperate(await server.addPlayer('oskar'))
    const body = { email: 'ann@example.com', password: 'correct horse' }
    const ended = authAnswer.parse((await call(`${server.url}/api/login`, { body })).body)
    const tokens: Record<CallerKind, string | null> = {
      visitor: null,
      player: ann.token,
      'other player': (await server.addPlayer('bob')).token,
      operator: operator.token,
      'API key': ann.key,
      'ended session': ended.token,
    }
    for (const kind of callerKinds) {
      const page = await openPage(server.url)
      const token = tokens[kind]
      if (token !== null) page.send({ type: 'hello', token })
      if (kind === 'operator') page.send(subscribe('ops'))
      page.send(subscribe('home', 'packs', 'rules', `chart:${chart}`, ofAnn, 'event:blue'))
      const isConfirmed = (page: Page) =>
        page.received.some((message) => message.type === 'subscribed' && message.topics.includes('home'))
      await vi.waitUntil(() => isConfirmed(page), soon)
      pages.set(kind, page)
    }
    await call(`${server.url}${logout.path}`, { token: ended.token, body: {} })
  })
  afterAll(() => server.stop())

  /** Publishes what changed, and returns the topics that each caller is told of. */
  async function toldOf(publish: () => void, awaited: readonly PushTopic[] = []) {
    const from = new Map([...pages].map(([kind, { received }]) => [kind, received.length]))
    const topics = (kind: CallerKind) => topicsSince(pageOf(kind), from.get(kind) ?? 0)
    publish()
    await vi.waitUntil(() => awaited.every((topic) => topics('player').includes(topic)), soon)
    server.notify({ kind: 'standings', generation: server.generation, slug: 'blue' })
    await vi.waitUntil(() => callerKinds.every((kind) => topics(kind).includes('event:blue')), soon)
    // Operators are also told of what changes on their page, later.
    const isOther = (topic: string) => topic !== 'event:blue' && topic !== 'ops'
    return Object.fromEntries(callerKinds.map((kind) => [kind, topics(kind).filter(isOther)]))
  }
  const told = (topics: readonly string[], to: readonly CallerKind[] = everybody) =>
    Object.fromEntries(callerKinds.map((kind) => [kind, to.includes(kind) ? topics : []]))
  const play = () => ({ playId: 1, chart, player: ann.id })

  const changes: {
    readonly [Kind in keyof FoldedChanges]: readonly [
      change: () => FoldedChanges[Kind],
      topics: () => PushTopic[],
      to: readonly CallerKind[],
    ]
  } = {
    privately: [() => [ann.id], () => [ofAnn], ['player']],
    // The row of this play does not exist; rows are public (announce.test.ts).
    plays: [() => [play()], () => [], everybody],
    withdrawn: [() => [play()], () => ['home', `chart:${chart}`, ofAnn], everybody],
    reinstated: [() => [play()], () => ['home', `chart:${chart}`, ofAnn], everybody],
    players: [() => [ann.id], () => [ofAnn], everybody],
    charts: [() => [chart], () => [`chart:${chart}`, 'home'], everybody],
    packs: [() => [1], () => ['packs'], everybody],
  }
  it.each(Object.entries(changes))('%s', async (kind, [change, topics, to]) => {
    expect(await toldOf(() => server.publish({ [kind]: change() }), topics())).toEqual(told(topics(), to))
  })

  it.each<[string, () => Notice, () => readonly string[]]>([
    ['an account', () => ({ kind: 'player', player: ann.id }), () => [ofAnn]],
    ['operations', () => ({ kind: 'operations', about: 'audit' }), () => []],
    ['a switch', () => ({ kind: 'switched', generation: server.generation }), () => ['switched']],
  ])('%s', async (_, notice, topics) => {
    expect(await toldOf(() => server.notify(notice()))).toEqual(told(topics()))
  })

  it('operations are told to operators', async () => {
    const ops = (kind: CallerKind) => topicsSince(pageOf(kind), 0).filter((topic) => topic === 'ops')
    server.notify({ kind: 'operations', about: 'audit' })
    await vi.waitUntil(() => ops('operator').length > 0, soon)
    expect(callerKinds.filter((kind) => ops(kind).length > 0)).toEqual(['operator'])
  })
})

describe('following a rival and passing one', () => {
  it('is told to the two players only', async () => {
    const system = await startLocalSystem()
    const [ann, bob] = [await newPlayer(system.url, 'ann'), await newPlayer(system.url, 'bob')]
    const pages = await Promise.all(
      [null, ann.token, bob.token].map(async (token) => {
        const page = await openPage(system.url)
        if (token !== null) page.send({ type: 'hello', token })
        page.send(subscribe(`player:${ann.id}`, `player:${bob.id}`, 'packs'))
        await vi.waitUntil(() => page.received.length > 0, soon)
        return page
      }),
    )
    const changed = () =>
      pages.map(({ received }) =>
        received.flatMap((message) => (message.type === 'changed' ? [message.topic] : [])),
      )

    const added = await call(`${system.url}/api/rivals`, { token: ann.token, body: { rivalUserId: bob.id } })
    expect(added.status).toBe(200)
    await expect.poll(changed).toEqual([[], [`player:${ann.id}`], [`player:${bob.id}`]])

    const chart = generatedChart({ seed: 1, rows: 40 })
    // Bob passes Ann, who follows him.
    await submitUntilRanked(system.url, ann, playBody({ chart, seed: 1, skill: 0.2 }))
    await submitUntilRanked(system.url, bob, playBody({ chart, seed: 2, skill: 1 }))
    await expect.poll(changed).toEqual([[], [`player:${ann.id}`, `player:${ann.id}`], [`player:${bob.id}`]])
    await Promise.all(pages.map((page) => page.close()))
    await system.stop()
  })
})
