import { expect, it } from 'vitest'
import { withQueued } from './rivals-outbox.ts'

const change = (rival: string, added: boolean, at: number) => ({
  player: 'p',
  rival,
  added,
  at,
})

it('the list of rivals has queued changes applied, in order', () => {
  const listed = [
    { rival: 'ada', since: 1 },
    { rival: 'bob', since: 2 },
  ]
  expect(withQueued(listed, [])).toEqual(listed)
  const queued = [change('ada', false, 3), change('cid', true, 4), change('bob', true, 5)]
  expect(withQueued(listed, queued)).toEqual([
    { rival: 'bob', since: 2 },
    { rival: 'cid', since: 4 },
  ])
  expect(withQueued(listed, [change('ada', false, 3), change('ada', true, 4)])).toContainEqual({
    rival: 'ada',
    since: 4,
  })
})
