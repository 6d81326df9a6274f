import { rollBack } from '@stepledger/contracts/http/operated-generations.ts'
import { errorAnswer, type Route } from '@stepledger/contracts/http/route.ts'
import { routesByService } from '@stepledger/contracts/http/routes.ts'
import { codeVersion } from '@stepledger/projections/code-version.ts'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { operatorToken } from '../../accounts/authentication/authenticate-token.ts'
import type { ActingOperator } from '../../accounts/operations/operators.ts'
import { newOperatorSecret, readOperatorFile } from '../../operator-file.ts'
import { unlessAborted } from '../../platform/async/with-deadline.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ActionProgress } from '../../platform/http/serve-action.ts'
import { NewerCodeError, refuseNewerCode } from '../../projector/generations/newer-code.ts'
import { type ServiceName, serviceNames } from '../../service-names.ts'
import { startSystem } from '../../system.ts'
import { endOnInterrupt } from '../end-on-interrupt.ts'
import { CommandFailedError, NoLedgerError, UsageError } from '../exit-codes.ts'
import { printable } from '../format-text.ts'
import type { Login } from '../login-file.ts'
import type { Output } from '../output.ts'
import { checkLedgerExists, findOrStartDatabase, ledgerWithinMs } from '../store.ts'

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
  /** Of `ledger login`; null to work on the data folder or the database. */
  readonly login: Login | null
  readonly output: Output
  readonly exportWorker: URL | null
}

/**
 * Runs `work` with the server of the login, or with the running server of the data folder, or else with the service of the
 * route in this process, on the configured database. Never creates a new ledger.
 */
export async function withActionServer<T>(
  route: Route,
  { config, operator, login, output, exportWorker }: Options,
  work: (server: ActionServer) => Promise<T>,
): Promise<T> {
  const { log, signal } = output
  if (login !== null) {
    if (operator.mayBeAlias)
      throw new UsageError(`--as: you act as ${printable(login.alias)}, who signed in to ${login.url}`)
    const ended = `Your sign-in at ${login.url} has ended. Run "ledger login ${login.url}".`
    return endOnInterrupt(signal, work(actionServer(login.url, login.token, output, ended)))
  }
  const {
    url: databaseUrl,
    name,
    server,
    close,
  } = await findOrStartDatabase(config, log, signal).catch((error: unknown) => {
    if (!(error instanceof NoLedgerError)) throw error
    throw new CommandFailedError(`${error.message} If it is on another machine, run "ledger login URL".`)
  })
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
    // Without a server nothing else folds. A projector does not start on the generation of a newer release.
    const folds =
      server === null &&
      route.method !== 'GET' &&
      !(route.name === rollBack.name && (await isOfNewerCode(databaseUrl)))
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
        only: new Set([serviceOf(route)]),
        folds,
        operatorSecret: secret,
        isAlone: server === null,
        pools: { maxConnections: 6, maxReading: 2 },
        ledgerWithinMs,
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
  const found = serviceNames.find((name) =>
    routesByService[name].some(({ path, method }) => path === route.path && method === route.method),
  )
  if (found === undefined) throw new Error(`no service serves ${route.name}`)
  return found
}

/** Whether a newer release folded the live generation. */
async function isOfNewerCode(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await refuseNewerCode(client, codeVersion)
    return false
  } catch (error) {
    if (error instanceof NewerCodeError) return true
    throw error
  } finally {
    await client.end()
  }
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

/** `token`: null for a visitor, such as one who signs in. `ended`: the error if the server does not know the token. */
export function actionServer(
  url: string,
  token: string | null,
  output: Output,
  ended?: string,
): ActionServer {
  return {
    url,
    async call(route, { address, body }) {
      const isChange = route.method !== 'GET'
      const answer = await fetch(`${url}${address}`, {
        method: route.method,
        signal: output.signal,
        // A redirect could carry a password elsewhere.
        redirect: 'error',
        headers: {
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(isChange && { accept: 'application/x-ndjson' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }).catch((cause: unknown) => {
        throw new CommandFailedError(`${url} does not answer`, { cause })
      })
      if (answer.status === 401 && ended !== undefined) throw new CommandFailedError(ended)
      if (!answer.headers.get('content-type')?.startsWith('application/x-ndjson'))
        return answered(route, answer.status, await jsonOf(answer, url))
      for await (const text of linesOf(answer, output.signal)) {
        const line = streamLine.parse(JSON.parse(text))
        if (!('progress' in line)) {
          output.progress(null)
          return answered(route, line.status, line.body)
        }
        const { of, ...step } = line.progress
        output.progress({ ...step, ...(of != null && { of }) })
      }
      throw new CommandFailedError(
        'The server ended before it answered. Look at "ledger audit" for what was done.',
      )
    },
  }
}

async function jsonOf(answer: Response, url: string): Promise<unknown> {
  try {
    return await answer.json()
  } catch (cause) {
    throw new CommandFailedError(`${url} answers ${answer.status} without JSON: is it Stepledger?`, { cause })
  }
}

/** How help shows it: `--client-version`, or `<document>` for an argument of the command. */
export function nameInHelp({ command }: Route, option: string): string {
  const isArgument = new RegExp(`[<[]${option}(\\.\\.\\.)?[>\\]]`).test(command ?? '')
  return isArgument ? `<${option}>` : `--${option}`
}

/** `clientVersion` as `client-version`. */
export function optionOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Ends early when the server does. */
async function* linesOf({ body }: Response, signal: AbortSignal): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const chunk of (body ?? new ReadableStream<Uint8Array>()).pipeThrough(
      new TextDecoderStream(),
    )) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
  }
}

function answered(route: Route, status: number, body: unknown): unknown {
  if (status < 400) {
    const { success, error } = route.answer.safeParse(body)
    if (success) return body
    throw new CommandFailedError(
      'The server runs another release than this command, which cannot read its answer. Look at "ledger audit" for what was done.',
      { cause: error },
    )
  }
  const { error, field } = errorAnswer.parse(body)
  if (field !== undefined && (status === 400 || status === 422)) {
    const name = nameInHelp(route, optionOf(field.replace(/^input\./, '')))
    throw new UsageError(`${name}: ${error.startsWith(`${field} `) ? error.slice(field.length + 1) : error}`)
  }
  throw status < 500 ? new RefusedError(error) : new CommandFailedError(error)
}
