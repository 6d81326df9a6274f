import { pino } from 'pino'
import { expect, it } from 'vitest'
import { limitRepeats } from './make-log.ts'

it('logs what repeats once a minute with its number, and other lines at once', () => {
  const lines: { msg: string; repeated?: number; lastAt?: number; reqId?: string }[] = []
  let timers: { at: number; run: () => void }[] = []
  let minute = 0
  const log = pino(
    {
      hooks: {
        logMethod: limitRepeats(
          (ms, run) => timers.push({ at: minute + ms / 60_000, run }),
          () => minute,
        ),
      },
    },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const pass = () => {
    minute += 1
    const due = timers.filter(({ at }) => at <= minute)
    timers = timers.filter(({ at }) => at > minute)
    for (const { run } of due) run()
    return lines.splice(0).map(({ msg, repeated, lastAt }) => [msg, repeated, lastAt])
  }
  for (let n = 1; n <= 5740; n++) log.warn(`waiting for Kafka at 127.0.0.1:${9000 + n}: attempt ${n}`)
  log.error({ reqId: 'a', err: new Error('away') }, 'a request failed')
  log.error({ reqId: 'b', err: new Error('away') }, 'a request failed')
  log.error({ reqId: 'c', err: new Error('full') }, 'a request failed')
  for (let n = 1; n <= 3; n++) log.info(`generation ${n} is live`)

  expect(lines.splice(0).map(({ msg, reqId }) => reqId ?? msg)).toEqual([
    'waiting for Kafka at 127.0.0.1:9001: attempt 1',
    'a',
    'c',
    'generation 1 is live',
    'generation 2 is live',
    'generation 3 is live',
  ])
  expect(pass()).toEqual([
    ['waiting for Kafka at 127.0.0.1:14740: attempt 5740', 5739, 0],
    ['a request failed', 1, 0],
  ])
  log.warn('waiting for Kafka at 127.0.0.1:1: attempt 1')
  expect(pass()).toEqual([['waiting for Kafka at 127.0.0.1:1: attempt 1', 1, 1]])
  expect(pass()).toEqual([])
  log.warn('waiting for Kafka at 127.0.0.1:1: attempt 2')
  expect(lines.map(({ repeated }) => repeated)).toEqual([undefined])
})
