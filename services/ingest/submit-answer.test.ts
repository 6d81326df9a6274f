import { expect, it } from 'vitest'
import { rankTimeout } from './submit-answer.ts'

it('an answer waits for ranks at most 250 ms, and not at all with Prefer: wait=0', () => {
  expect([undefined, 'respond-async', 'wait=10'].map(rankTimeout)).toEqual([250, 250, 250])
  expect(['wait=0', 'respond-async, wait="0"', ['wait = 0']].map(rankTimeout)).toEqual([0, 0, 0])
})
