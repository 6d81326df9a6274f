import { expect, it } from 'vitest'
import { passwords } from './passwords.ts'

it('concurrent passwords are hashed in a bounded queue, known devices first; beyond it requests get 503', async () => {
  const { hash, matches } = await passwords({ concurrency: 1, maxQueued: 2 })
  const secret = await hash('secret')
  const done: string[] = []
  const signIn = async (who: string, known = false) => {
    const right = await matches('secret', secret, known).catch(({ status, details }) => [status, details])
    done.push(who)
    return right
  }

  const busy = [503, { headers: { 'retry-after': '2' } }]
  const answers = await Promise.all([
    signIn('at once'),
    signIn('waiting 1'),
    signIn('waiting 2'),
    signIn('one too many'),
    signIn('known', true),
  ])

  expect(answers).toEqual([true, true, true, busy, true])
  expect(done).toEqual(['one too many', 'at once', 'known', 'waiting 1', 'waiting 2'])
})
