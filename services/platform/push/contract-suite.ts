import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Notice, noticeOfFold, type Push } from './push.ts'

interface PushUnderTest {
  /** The push of one process; instances with the same name receive each other's notices. */
  open(name: string): Promise<Push>
  close(): Promise<void>
}

/** The contract of every push adapter. */
export function pushContract(engine: string, prepare: () => Promise<PushUnderTest>): void {
  describe(`push, ${engine}`, () => {
    let given: PushUnderTest
    let opened: Push[]
    const open = async (name: string) => {
      const push = await given.open(name)
      opened.push(push)
      return push
    }
    beforeEach(async () => {
      given = await prepare()
      opened = []
    })
    afterEach(async () => {
      for (const push of opened) await push.close()
      await given.close()
    })

    it('delivers a complete notice to all subscribers, including the publisher', async () => {
      const name = randomUUID()
      const [here, there] = [await open(name), await open(name)]
      const heard = [hearing(here), hearing(there), hearing(there)]
      const folded = noticeOfFold(7, {
        checkpoints: [[0, 12]],
        plays: [{ playId: 5, chart: '0123456789abcdef', player: randomUUID() }],
        withdrawn: [{ playId: 6, chart: 'fedcba9876543210', player: randomUUID() }],
        players: [randomUUID()],
        charts: ['0123456789abcdef'],
        packs: [3],
      })
      here.publish(folded)
      for (const ear of heard) expect(await ear.next()).toEqual(folded)
    })

    it('keeps the order of each publisher', async () => {
      const name = randomUUID()
      const [here, there] = [await open(name), await open(name)]
      const ear = hearing(there)
      const sent = Array.from({ length: 100 }, (_, i) => switched(i + 1))
      for (const notice of sent) here.publish(notice)
      const heard: Notice[] = []
      while (heard.length < sent.length) heard.push(await ear.next())
      expect(heard).toEqual(sent)
    })

    it('delivers nothing after unsubscribing', async () => {
      const name = randomUUID()
      const [here, there] = [await open(name), await open(name)]
      const [leaving, staying] = [hearing(there), hearing(there)]
      here.publish(switched(1))
      expect([await leaving.next(), await staying.next()]).toEqual([switched(1), switched(1)])
      leaving.stop()
      here.publish(switched(2))
      expect(await staying.next()).toEqual(switched(2))
      expect(leaving.heard).toEqual([])
    })

    it('separates systems by name', async () => {
      const name = randomUUID()
      const [here, there, elsewhere] = [await open(name), await open(name), await open(randomUUID())]
      const [near, far] = [hearing(there), hearing(elsewhere)]
      here.publish(switched(1))
      expect(await near.next()).toEqual(switched(1))
      elsewhere.publish(switched(2))
      expect(await far.next()).toEqual(switched(2))
      expect(near.heard).toEqual([])
    })
  })
}

export function switched(generation: number): Notice {
  return { kind: 'switched', generation }
}

/** Subscribes; `next` resolves with the next notice, `lost` at the next call of `onLost`. */
export function hearing(push: Push) {
  const heard: Notice[] = []
  let lost = 0
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
  const stop = push.subscribe(
    (notice) => {
      heard.push(notice)
      wake()
    },
    () => {
      lost += 1
      wake()
    },
  )
  const until = async (there: () => boolean) => {
    while (!there()) await new Promise<void>((resolve) => waiting.add(resolve))
  }
  return {
    heard,
    stop,
    async next(): Promise<Notice> {
      await until(() => heard.length > 0)
      const [first] = heard.splice(0, 1)
      if (!first) throw new Error('no notice was received')
      return first
    },
    async lost(): Promise<void> {
      await until(() => lost > 0)
      lost -= 1
    },
  }
}
