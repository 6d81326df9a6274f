import { errorAnswer, type Route } from '@stepledger/contracts/http/route.ts'
import { routesByService } from '@stepledger/contracts/http/routes.ts'
import { pino } from 'pino'
import { z } from 'zod'
import { operatorToken } from '../../accounts/authentication/operator-token.ts'
import type { ActingOperator } from '../../accounts/operations/operators.ts'
import { type ServiceName, serviceNames } from '../../chosen-services.ts'
import { newOperatorSecret, readOperatorFile } from '../../operator-file.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ActionProgress } from '../../platform/http/serve-action.ts'
import { startSystem } from '../../system.ts'
import { endOnInterrupt } from '../end-on-interrupt.ts'
import { CommandFailedError, UsageError } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { checkLedgerExists, findOrStartDatabase } from '../store.ts'

/** The command is understood, and can't be done: the server or a check refused it. Exits with 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** Sends requests to the routes of operators. */
export interface ActionServer {
  readonly url: string
  /** Rejects with RefusedError, UsageError for invalid input, or CommandFailedError. */
  call(route: Route, request: { readonly address: string; readonly body?: unknown }): Promise<unknown>
}

interface Options {
  readonly config: Config
  readonly operator: ActingOperator
  readonly output: Output
  readonly exportWorker: URL | null
}

/**
 * Runs `work` with the running server of the data folder, or else with the service of the route in this process, on the
 * configured database. Never creates a new ledger.
 */
export async function withActionServer<T>(
  route: Route,
  { config, operator, output, exportWorker }: Options,
  work: (server: ActionServer) => Promise<T>,
): Promise<T> {
  const { log, signal } = output
  const { url: databaseUrl, name, server, close } = await findOrStartDatabase(config, log, signal)
  try {
    if (server) {
      const running = await readOperatorFile(config.dataDir)
      if (running === null)
        throw new CommandFailedError(`The server of ${config.dataDir} is starting or of another release.`)
      const { url, secret } = running
      return await endOnInterrupt(signal, work(actionServer(url, operatorToken(secret, operator), output)))
    }
    await checkLedgerExists(databaseUrl, name, ['projector.live'])
    const secret = newOperatorSecret()
    const system = await unlessAborted(
      signal,
      startSystem({
        config: {
          ...config,
          port: 0,
          host: '127.0.0.1',
          // An overdue publication would hold the lock.
          publishedData: { ...config.publishedData, at: null },
        },
        log: quietLog(output),
        databaseUrl,
        // Without a server nothing else folds.
        only: new Set([serviceOf(route), ...(server === null ? (['projector'] as const) : [])]),
        operatorSecret: secret,
        websiteDir: null,
        projectorWorker: null,
        packWorker: null,
        exportWorker,
        onFatalError: (error) => output.printStderr(error.message),
      }),
    )
    try {
      const own = actionServer(system.localUrl, operatorToken(secret, operator), output)
      return await endOnInterrupt(signal, work(own))
    } finally {
      await system.stop()
    }
  } finally {
    await close()
  }
}

function serviceOf(route: Route): ServiceName {
  const found = serviceNames.find(
    (name) =>
      name !== 'projector' &&
      routesByService[name].some(({ path, method }) => path === route.path && method === route.method),
  )
  if (found === undefined) throw new Error(`no service serves ${route.name}`)
  return found
}

/** Warnings of services are of no use to a command; its errors are in the answer. */
function quietLog({ printStderr }: Output) {
  const line = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })
  const write = (text: string) => {
    const { msg, err } = line.parse(JSON.parse(text))
    printStderr(err === undefined ? msg : `${msg}: ${err.message}`)
  }
  return pino({ level: 'error' }, { write })
}

const streamLine = z.union([
  z.object({ progress: z.custom<ActionProgress>() }),
  z.object({ status: z.int(), body: z.unknown() }),
])

function actionServer(url: string, token: string, output: Output): ActionServer {
  return {
    url,
    async call(route, { address, body }) {
      const isChange = route.method !== 'GET'
      const answer = await fetch(`${url}${address}`, {
        method: route.method,
        signal: output.signal,
        headers: {
          authorization: `Bearer ${token}`,
          ...(isChange && { 'content-type': 'application/json', accept: 'application/x-ndjson' }),
        },
        ...(isChange && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new CommandFailedError(`${url} does not answer`, { cause })
      })
      if (!answer.headers.get('content-type')?.startsWith('application/x-ndjson'))
        return answered(answer.status, await answer.json())
      for await (const text of linesOf(answer)) {
        const line = streamLine.parse(JSON.parse(text))
        if (!('progress' in line)) {
          output.progress(null)
          return answered(line.status, line.body)
        }
        const { what, done, of, unit } = line.progress
        output.progress({ what, done, unit, ...(of !== null && { of }) })
      }
      throw new CommandFailedError(
        'The server ended before it answered. Look at "ledger audit" for what was done.',
      )
    },
  }
}

/** `clientVersion` as `client-version`. */
export function optionOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function* linesOf({ body }: Response): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of (body ?? new ReadableStream<Uint8Array>()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
}

function answered(status: number, body: unknown): unknown {
  if (status < 400) return body
  const { error, field } = errorAnswer.parse(body)
  if (field !== undefined && (status === 400 || status === 422)) {
    const option = optionOf(field.replace(/^input\./, ''))
    throw new UsageError(`--${option}: ${error.replace(`${field} `, '')}`)
  }
  throw status < 500 ? new RefusedError(error) : new CommandFailedError(error)
}
