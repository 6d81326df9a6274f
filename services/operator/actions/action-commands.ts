import { readFile, writeFile } from 'node:fs/promises'
import { errorMessage } from '@stepledger/contracts/error-message.ts'
import { type Action, forPrograms } from '@stepledger/contracts/http/action.ts'
import { getRulesInForce, previewRules } from '@stepledger/contracts/http/operated-rules.ts'
import { type Route, type Shape, takesBody } from '@stepledger/contracts/http/route.ts'
import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import { z } from 'zod'
import { Command, type CommandContext, type CommandResult } from '../command.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { rethrowWithPath } from '../file-error.ts'
import { jsonDocument } from '../format-text.ts'
import { addActingOptions } from '../options.ts'
import { confirm, requireTerminal } from '../output.ts'
import { type ActionServer, nameInHelp, optionOf } from './action-server.ts'
import { describeAnswer } from './describe-answer.ts'
import { onTerminal, previewPage, previewTables, reportIn } from './rules-preview.ts'

/** What the words of two commands have in common. */
const groups: Readonly<Record<string, string>> = {
  data: 'published data',
  event: 'competitions',
  pack: 'packs and their charts',
  rules: 'the rules of scores',
}

/** The commands that are made from routes: their options, help and checks follow from the schemas. */
export function actionCommands(context: CommandContext): Command[] {
  const made = new Map<string, Command>()
  for (const route of allRoutes) {
    if (route.command === null) continue
    const words = route.command.split(' ').filter((word) => !/^[<[]/.test(word))
    const [first = '', second] = words
    const command = actionCommand(second ?? first, route, context)
    const group = made.get(first)
    if (second !== undefined)
      made.set(first, (group ?? new Command(first).description(groups[first] ?? '')).addCommand(command))
    else {
      // Of `parked --json` and `parked retry --json` each takes its own options.
      command.enablePositionalOptions()
      for (const one of group?.commands ?? []) command.addCommand(one)
      made.set(first, command)
    }
  }
  return [...made.values()]
}

interface Field {
  /** Of the schema. */
  readonly name: string
  readonly option: string
  readonly schema: z.ZodType
  readonly kind: Kind
  readonly isRequired: boolean
}

type Kind = 'text' | 'number' | 'flag' | 'texts' | 'numbers' | 'document'

interface Options {
  readonly as?: string
  readonly reason?: string
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
  readonly html?: string
}

function isAction(route: Route): route is Action {
  return 'input' in route
}

function actionCommand(name: string, route: Route, { output, runAction }: CommandContext): Command {
  const fields = fieldsOf(route)
  const command = new Command(name).description(asHelp(route.summary))
  const places = [...(route.command ?? '').matchAll(/([<[])([\w-]+)(\.\.\.)?[>\]]/g)].map(
    ([text, , place]) => {
      const field = fields.find(({ option }) => option === place)
      if (field === undefined) throw new Error(`${route.name} has no field ${place}`)
      command.argument(text, field.schema.description)
      return field
    },
  )
  for (const field of fields) if (!places.includes(field)) addOption(command, field)
  if (route.name === previewRules.name)
    command.option('--html <file>', 'also write a page that can be passed on')
  const acts = isAction(route)
  if (acts) {
    addActingOptions(command)
    if (route.plans) command.option('--dry-run', 'only show what it would change')
    if (route.confirm !== null) command.option('--yes', 'skip the confirmation prompt')
  }
  command.option('--json', 'print one JSON document')
  return command.action(async (...given: unknown[]) => {
    const options: Options = command.opts()
    const input = await readInput(route, fields, {
      ...command.opts(),
      ...Object.fromEntries(places.map(({ name }, i) => [name, given[i]])),
    })
    if (acts && route.confirm !== null)
      requireTerminal(
        output,
        options.yes ?? options.dryRun,
        `use --yes${route.plans ? ', or --dry-run' : ''}`,
      )
    await runAction(route, options, async (server) =>
      acts ? act(server, route, input, options) : read(server, input),
    )
  })

  async function act(
    server: ActionServer,
    action: Action,
    input: Input,
    options: Options,
  ): Promise<CommandResult> {
    const { reason, dryRun, yes, json } = options
    const call = async (body: object) =>
      action.answer.parse(await server.call(action, { address: action.path, body: { reason, ...body } }))
    const acted = async (body: object): Promise<CommandResult> => {
      const { plan, done } = await call(body)
      const report = reportIn(action, done)
      if (options.html !== undefined && report)
        await writeFile(options.html, previewPage(report, new Date())).catch(rethrowWithPath(options.html))
      const isPlanNew = action.plans && action.confirm !== null && !('confirms' in body)
      return {
        document: { plan, done },
        text: [
          ...(isPlanNew ? describeAnswer(shownOf(action.answer.shape.plan, plan)) : []),
          ...describeAnswer(
            report ? previewTables(report, onTerminal) : shownOf(action.answer.shape.done.unwrap(), done),
          ),
        ],
        code: action.leavesWork(done) ? exitCodes.wrong : exitCodes.fine,
      }
    }
    if (!dryRun && (yes || action.confirm === null)) return acted({ input })
    const { plan, confirms } = await call({ input, dryRun: true })
    if (!json) await output.print(...describeAnswer(shownOf(action.answer.shape.plan, plan)))
    if (dryRun) return { document: { plan, done: null }, text: 'Dry run: nothing was done.' }
    if (!(await confirm(output, yes, action.confirm ?? '')))
      return { document: { plan, done: null }, text: 'Nothing was done.', code: exitCodes.wrong }
    return acted({ input: { ...input, ...repeated(plan, fields) }, confirms })
  }

  async function read(server: ActionServer, input: Input): Promise<CommandResult> {
    const request = takesBody(route)
      ? { address: route.path, body: input }
      : { address: addressOf(route, input) }
    const answer = route.answer.parse(await server.call(route, request))
    // A file of rules is made from this one.
    const isDocument = route.name === getRulesInForce.name
    return {
      document: answer,
      text: isDocument ? jsonDocument(answer) : describeAnswer(shownOf(route.answer, answer)),
    }
  }
}

type Input = Readonly<Record<string, unknown>>

/** The answer without its fields for programs. */
function shownOf(schema: Shape, answer: unknown): unknown {
  if (!(schema instanceof z.ZodObject) || answer === null || typeof answer !== 'object') return answer
  const shape: Record<string, z.ZodType> = schema.shape
  const isShown = ([name]: [string, unknown]) => shape[name] === undefined || !forPrograms.has(shape[name])
  return Object.fromEntries(Object.entries(answer).filter(isShown))
}

/** The fields of the plan that the input has too, such as the time of the preview. */
function repeated(plan: unknown, fields: readonly Field[]): Input {
  const planned = new Map(Object.entries(Object(plan)))
  return Object.fromEntries(
    fields.flatMap(({ name }) => (planned.has(name) ? [[name, planned.get(name)]] : [])),
  )
}

function addressOf(route: Route, input: Input): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams(
    Object.entries(input).flatMap(([name, value]): [string, string][] =>
      route.path.includes(`:${name}`) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
  return `${path}?${query}`
}

function fieldsOf(route: Route): Field[] {
  const schemas = isAction(route) ? [route.input] : [route.params, route.query, route.body]
  return schemas.flatMap((schema) =>
    schema instanceof z.ZodObject
      ? Object.entries(schema.shape).map(([name, value]) => fieldOf(name, value))
      : [],
  )
}

function fieldOf(name: string, schema: z.ZodType): Field {
  return {
    name,
    option: optionOf(name),
    schema,
    kind: kindOf(schema),
    isRequired: !schema.safeParse(undefined).success,
  }
}

/** By the JSON that it takes. */
function kindOf(schema: z.ZodType): Kind {
  const { type, items } = jsonType.parse(z.toJSONSchema(schema, { io: 'input' }))
  const isNumber = (named: string | undefined) => named === 'integer' || named === 'number'
  if (type === 'boolean') return 'flag'
  if (type === 'array') return isNumber(items?.type) ? 'numbers' : 'texts'
  if (isNumber(type)) return 'number'
  return type === 'object' ? 'document' : 'text'
}

const jsonType = z.object({
  type: z.string().optional(),
  items: z.object({ type: z.string().optional() }).optional(),
})

const placeholders: Readonly<Record<Kind, string>> = {
  text: ' <text>',
  number: ' <n>',
  flag: '',
  texts: ' <text...>',
  numbers: ' <n...>',
  document: ' <file>',
}

/** Other commands are described from a lower-case verb on, too. */
function asHelp(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1)
}

function addOption(command: Command, { option, schema, kind, isRequired }: Field): void {
  const placeholder = z.string().optional().parse(schema.meta()?.placeholder)
  const flags = `--${option}${placeholder === undefined ? placeholders[kind] : ` ${placeholder}`}`
  if (isRequired) command.requiredOption(flags, schema.description)
  else command.option(flags, schema.description)
}

/** Throws UsageError with the name of the option. */
async function readInput(route: Route, fields: readonly Field[], given: Input): Promise<Input> {
  const read = await Promise.all(
    fields.map(async ({ name, option, kind, schema }) => {
      const text = given[name]
      if (text === undefined) return []
      const value = await jsonOf(kind, text)
      const checked = schema.safeParse(value)
      if (!checked.success) {
        const [issue, ...more] = checked.error.issues.map(({ path, message }) =>
          [z.core.toDotPath(path), message].filter((part) => part !== '').join(' '),
        )
        throw new UsageError([`${nameInHelp(route, option)}: ${issue}`, ...more].join('\n'))
      }
      return [[name, value] as const]
    }),
  )
  return Object.fromEntries(read.flat())
}

async function jsonOf(kind: Kind, text: unknown): Promise<unknown> {
  if (kind === 'number') return numberOf(text)
  if (kind === 'document') return readJsonFile(String(text))
  if (kind !== 'texts' && kind !== 'numbers') return text
  const given = z.array(z.string()).parse(text)
  const [file] = given
  if (given.length === 1 && file?.endsWith('.json')) return readJsonFile(file)
  return kind === 'numbers' ? given.map(numberOf) : given
}

/** A text that is no number is returned, for the schema to reject. */
function numberOf(text: unknown): unknown {
  const number = Number(text)
  return Number.isNaN(number) ? text : number
}

/** Reads a text file. Throws the error of the file, which `explainFileError` explains. */
function readTextFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(rethrowWithPath(path))
}

/** Reads and parses a JSON file, without validation. Throws UsageError, or the error of the file. */
async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${errorMessage(error)}`, { cause: error })
  }
}
