import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import type { Action } from '@stepledger/contracts/http/action.ts'
import type { Shape } from '@stepledger/contracts/http/route.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { asRefusal, errorAnswerOf, unexpectedError } from './error-answers.ts'
import { conflict, invalidField } from './http-error.ts'
import { serve } from './serve.ts'

/** How far long work is. Without counts where they are unknown. `unit`: what is counted, such as "plays". */
export interface ActionProgress {
  readonly what: string
  readonly done?: number
  readonly of?: number | null
  readonly unit?: string
}

export interface ActionCall<Input extends Shape> {
  readonly input: z.output<Input>
  readonly by: Operator
  readonly dryRun: boolean
  /** Whether the caller receives progress. For others, such as pages, minutes of work are begun and not waited for. */
  readonly follows: boolean
  progress(step: ActionProgress): void
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal
}

/** By the id of an account, or of a name that a command gave. `reason`: null if the command gave none. */
export interface Operator {
  readonly id: string
  readonly reason: string | null
}

interface Steps<Input extends Shape, Plan extends Shape, Done extends Shape> {
  /** Says what `act` will change, and changes nothing. Throws HttpError. Called before every `act`. */
  plan(call: ActionCall<Input>): z.input<Plan> | Promise<z.input<Plan>>
  /** What must not have changed when a call confirms the plan; by default all of it. */
  confirmed?(plan: z.input<Plan>, input: z.output<Input>): unknown
  act(call: ActionCall<Input>, plan: z.input<Plan>): z.input<Done> | Promise<z.input<Done>>
}

/** Lines of JSON: `{ progress }` any number of times, then `{ status, body }`. */
const lines = 'application/x-ndjson'

/** Serves an action of operators. Callers that accept `application/x-ndjson` get progress before the answer. */
export function serveAction<Input extends Shape, Plan extends Shape, Done extends Shape>(
  app: FastifyInstance,
  action: Action<Input, Plan, Done>,
  { plan, confirmed = (planned) => planned, act }: Steps<Input, Plan, Done>,
): void {
  serve(app, action, ({ body, caller, request, reply }) => {
    const { input, reason = null, dryRun = false, confirms } = body
    if (!dryRun && reason === null && (action.needsReason || caller.by === 'session'))
      throw invalidField('reason', 'reason is required')
    const run = async (call: ActionCall<Input>) => {
      const planned = await plan(call)
      const digest = digestOf(confirmed(planned, input))
      if (dryRun) return { plan: planned, confirms: digest, done: null }
      if (confirms !== undefined && confirms !== digest)
        throw conflict('What this changes is different by now. Look at it again.')
      return { plan: planned, confirms: digest, done: await act(call, planned) }
    }
    const ended = new AbortController()
    reply.raw.once('close', () => ended.abort())
    const call = { input, by: { id: caller.playerId, reason }, dryRun, signal: ended.signal }
    if (request.headers.accept !== lines) return run({ ...call, follows: false, progress: () => {} })
    reply.type(lines)
    return streamed(request, call.signal, (progress) => run({ ...call, follows: true, progress }))
  })
}

/** Identifies what a call confirms. */
export function digestOf(plan: unknown): string {
  return createHash('sha256').update(JSON.stringify(plan)).digest('base64url')
}

function streamed(
  request: FastifyRequest,
  signal: AbortSignal,
  run: (progress: (step: ActionProgress) => void) => Promise<unknown>,
): Readable {
  const stream = new PassThrough()
  const write = (line: unknown) => stream.write(`${JSON.stringify(line)}\n`)
  run((progress) => write({ progress }))
    .then(
      (body) => write({ status: 200, body }),
      (error: unknown) => {
        const refusal = asRefusal(error, request)
        // A caller who disconnects ends what waits for it.
        if (refusal === null && !signal.aborted)
          request.log.error({ err: error, req: request }, 'a request failed')
        const answered = refusal ?? unexpectedError
        write({ status: answered.status, body: errorAnswerOf(answered) })
      },
    )
    .finally(() => stream.end())
  return stream
}
