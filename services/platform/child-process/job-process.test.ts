import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { isAlive } from '../../../tests/system/processes.ts'
import { jobProcess } from './job-process.ts'

const result = z.object({ pid: z.number(), secrets: z.string().nullable() })
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

function jobs(deadlineMs = 60_000) {
  const process = jobProcess<string, z.infer<typeof result>>({
    program: new URL('./testing/odd-jobs.ts', import.meta.url),
    result,
    deadlineMs,
    maxBytes: 512 * 1024 ** 2,
  })
  endings.push(process.stop)
  return process
}

it('runs jobs sequentially in one process without secrets in its environment, and continues after a failed job', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://me:secret@host/db')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { run, cpuMs } = jobs()
  const [first, thrown, second] = await Promise.allSettled([run('echo'), run('throw'), run('echo')])
  expect(thrown).toMatchObject({ reason: { name: 'JobFailedError', message: 'thrown by the job' } })
  expect(first).toMatchObject({ value: { secrets: null } })
  expect(second).toEqual(first)
  expect(cpuMs()).toBeGreaterThan(0)
})

it('kills a job at its timeout and runs the next one in a new process', async () => {
  const { run } = jobs(1_500)
  const { pid } = await run('echo')
  const [killed, next] = await Promise.allSettled([run('spin'), run('echo')])
  expect(killed).toMatchObject({ reason: { name: 'JobKilledError', why: 'deadline' } })
  expect(next).toMatchObject({ value: { pid: expect.not.toBeOneOf([pid]) } })
  await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 })
})

it('rejects a job that exceeds the memory limit or crashes', async () => {
  const { run } = jobs()
  for (const job of process.platform === 'linux' ? ['allocate', 'exit'] : ['exit'])
    expect([job, await run(job).catch((error: unknown) => error)]).toEqual([
      job,
      expect.objectContaining({ name: expect.stringMatching(/^Job(Killed|Failed)Error$/) }),
    ])
  expect(await run('echo')).toMatchObject({ secrets: null })
})

it('can be stopped while a job is running', async () => {
  const { run, stop } = jobs()
  const { pid } = await run('echo')
  const spinning = run('spin').catch((error: unknown) => error)
  await new Promise(setImmediate)
  stop()
  expect(await spinning).toMatchObject({ name: 'JobKilledError', why: 'stopped' })
  await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 })
})

it('exits with its parent, also when the parent is killed during a job', async () => {
  const parent = fork(fileURLToPath(new URL('./testing/abandoned-job.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    silent: true,
  })
  endings.push(() => void parent.kill('SIGKILL'))
  if (!parent.stdout) throw new Error('no output')
  const [said] = await once(parent.stdout, 'data')
  const pid = Number(said)
  endings.push(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')))
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await vi.waitUntil(() => !isAlive(pid), { timeout: 30_000 })
})
