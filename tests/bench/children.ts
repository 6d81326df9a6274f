import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { z } from 'zod'

/** A child process of the bench. It exits with the bench, also when the bench is killed. */
export interface Child {
  /** Sends a job and waits for its result, one at a time. Rejects when the job fails or the process dies. */
  ask<T extends z.ZodType>(job: unknown, answer: T): Promise<z.output<T>>
  /** Resolves to the first line of output that matches, such as the one with its address. */
  says(line: RegExp): Promise<RegExpExecArray>
  /** Sends SIGTERM and waits for the exit. */
  end(): Promise<void>
}

export interface ChildOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly nodeOptions?: readonly string[]
}

const reply = z.union([z.object({ answer: z.unknown() }), z.object({ error: z.string() })])

/** Starts a file of `programs/`, TypeScript with tsx. */
export function startChild(file: string, { env = {}, nodeOptions = [] }: ChildOptions = {}): Child {
  const typescript = file.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  const child = fork(new URL(`./programs/${file}`, import.meta.url), [], {
    execArgv: [...nodeOptions, ...typescript],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return {
    async ask(job, answer) {
      child.send({ job })
      const got = reply.parse(await nextOf(child, 'message', file))
      if ('error' in got) throw new Error(`${file}: ${got.error}`)
      return answer.parse(got.answer)
    },
    async says(line) {
      if (!child.stdout) throw new Error(`${file} has no output`)
      for await (const text of createInterface({ input: child.stdout })) {
        const found = line.exec(text)
        if (!found) continue
        child.stdout.resume()
        return found
      }
      throw new Error(`${file} ended before it printed ${line}`)
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function nextOf(child: ChildProcess, event: string, file: string): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  try {
    return await Promise.race([
      once(child, event, { signal }).then(([value]) => value),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code} in the middle of its job`)
      }),
    ])
  } finally {
    over.abort()
  }
}
