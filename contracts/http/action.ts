import { z } from 'zod'
import { nothing, type Route, route, type Shape } from './route.ts'

/** Why an operator acts, for the audit log. */
const actionReason = z.string().trim().min(1, 'is required').max(500, 'at most 500 characters')

/** `confirms`: that of the plan which the operator has seen. */
interface Request<Input> {
  input: Input
  reason?: string | undefined
  dryRun?: boolean | undefined
  confirms?: string | undefined
}

type ActionBody<Input extends Shape> = z.ZodType<Request<z.output<Input>>, Request<z.input<Input>>>

type ActionAnswer<Plan extends Shape, Done extends Shape> = z.ZodObject<{
  plan: Plan
  confirms: z.ZodString
  done: z.ZodNullable<Done>
}>

/**
 * What an operator does: one route, one command of `ledger` that is made from it, one form of /admin. A dry run answers with
 * the plan and changes nothing. A call that `confirms` a plan is refused with 409 if the plan is another one by now.
 */
export interface Action<Input extends Shape = Shape, Plan extends Shape = Shape, Done extends Shape = Shape>
  extends Route<
    typeof nothing,
    typeof nothing,
    ActionBody<Input>,
    ActionAnswer<Plan, Done>,
    'ledger.operate'
  > {
  readonly input: Input
  /** Whether commands must give a reason too; the site always does. */
  readonly needsReason: boolean
  /** The question of the command before it acts; null for what is undone easily. */
  readonly confirm: string | null
  /** Whether a dry run says more than that the call is possible. */
  readonly plans: boolean
  /** Whether something is left to do by the operator, so that the command exits with 1. */
  leavesWork(done: z.output<Done>): boolean
}

/**
 * Fields of answers that a confirmation or a program needs, and that say nothing to the operator who reads the answer as
 * text.
 */
export const forPrograms = z.registry()

interface Declared<Input extends Shape, Plan extends Shape, Done extends Shape>
  extends Partial<Pick<Route, 'command' | 'errors' | 'bodyLimit' | 'grows'>> {
  readonly summary: string
  readonly needsReason?: boolean
  readonly confirm?: string
  readonly input: Input
  /** What it will change. A call that confirms it repeats its fields that `input` has too, such as the time of the plan. */
  readonly plan: Plan
  /** What it has changed. */
  readonly done: Done
  leavesWork?(done: z.output<Done>): boolean
}

export function action<Input extends Shape, Plan extends Shape, Done extends Shape>(
  name: string,
  address: `POST /api/admin/${string}`,
  declared: Declared<Input, Plan, Done>,
): Action<Input, Plan, Done>
export function action(
  name: string,
  address: `POST /api/admin/${string}`,
  declared: Declared<Shape, Shape, Shape>,
): Action {
  const {
    input,
    plan,
    done,
    needsReason = false,
    confirm = null,
    leavesWork = () => false,
    errors = [],
    ...rest
  } = declared
  const body = z.object({
    input,
    reason: actionReason.optional(),
    dryRun: z.boolean().optional(),
    confirms: z.string().max(100).optional(),
  })
  const answer = z.object({ plan, confirms: z.string(), done: done.nullable() })
  const declaredRoute = route(name, address, {
    ...rest,
    access: 'ledger.operate',
    body,
    answer,
    errors: [...new Set([409, ...errors])],
  })
  const plans = Object.is(plan, nothing) === false
  return { ...declaredRoute, input, needsReason, confirm, plans, leavesWork }
}
