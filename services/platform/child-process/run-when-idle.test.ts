import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { afterEach, expect, it } from 'vitest'

const children: ReturnType<typeof spawn>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

it.runIf(process.platform === 'linux')(
  'all threads of the process run only when nothing else does',
  async () => {
    const program = `
    const { runWhenIdle } = await import(${JSON.stringify(new URL('run-when-idle.ts', import.meta.url).href)})
    await runWhenIdle()
    console.log('lowered')
    setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    await once(child.stdout, 'data')

    const pid = child.pid ?? 0
    expect(getPriority(pid)).toBe(19)
    const policies = execFileSync('chrt', ['--all-tasks', '--pid', String(pid)], { encoding: 'utf8' })
    expect(policies.match(/SCHED_\w+/g)?.every((policy) => policy === 'SCHED_IDLE')).toBe(true)
  },
)
