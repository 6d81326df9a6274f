import { z } from 'zod'
import { escapeMarkup } from '../platform/http/escape-markup.ts'
import { docsScript } from './docs-script.ts'
import { docsStyle } from './docs-style.ts'

interface Call extends Operation {
  readonly method: string
  readonly path: string
}

/**
 * Renders the OpenAPI description as an HTML page with a collapsible section per call. Self-contained; without its script
 * only the search is missing.
 */
export function docsPage(description: unknown): string {
  const document = apiDocument.parse(description)
  const groups = groupsOf(document)
  const { schemas } = document.components
  const name = escapeMarkup(document.info.title)
  const parts = [
    {
      id: 'authentication',
      title: 'Authentication',
      body: `<div class="panel text">${authenticationText(document)}</div>`,
    },
    ...groups.map(({ id, title, calls }) => ({
      id,
      title,
      body: panelOf(calls.map((call) => callText(document, call))),
    })),
    { id: 'push', title: 'Live', body: panelOf([liveText(document), streamText(document)]) },
    { id: 'shapes', title: 'Shapes', body: panelOf(Object.entries(schemas).map(shapeText)) },
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${name}</title>
<meta name="description" content="Every call of ${name}: parameters, body, answers, errors and permissions.">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${docsStyle}</style>
</head>
<body>
<header><nav aria-label="Main"><a class="logo" href="/"><img src="/icon.svg" alt="" width="24" height="24">${name}</a><a href="/packs">Packs</a><a href="/charts">Charts</a><a class="wide" href="/event">Event</a><a class="wide" href="/leaderboards/overall">Leaderboards</a><a href="/help">Help</a></nav></header>
<main>
<h1>API</h1>
${paragraphs(document.info.description)}
<p>Programs read the same from <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
<div class="bar">
<ul>${parts.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
<search hidden><input type="search" aria-label="Search the API" placeholder="Search the API…" maxlength="100"><span role="status"></span></search>
</div>
${parts.map(({ id, title, body }) => `<section><h2 id="${id}">${title}</h2>\n${body}</section>`).join('\n')}
</main>
<footer><div><a href="/privacy">Privacy Policy</a><a href="/help">Help</a><a href="/data">Data</a></div></footer>
<script>${docsScript}</script>
</body>
</html>
`
}

/** `title` is markup. */
interface Group {
  readonly id: string
  readonly title: string
  readonly calls: Call[]
}

/** Display titles of the services that serve the website. */
const subjects: Readonly<Record<string, string>> = {
  ingest: 'Plays and rivals',
  accounts: 'Accounts and keys',
  query: 'Pages',
  catalogue: 'Packs',
  competitions: 'Events',
  analysis: 'Published data',
}

function groupsOf({ paths }: ApiDocument): Group[] {
  const groups = new Map<string, Call[]>([['For the game', []]])
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const [tag] = operation.tags
      const title = path.startsWith('/v1/') ? 'For the game' : (subjects[tag] ?? tag)
      const calls = groups.get(title) ?? []
      calls.push({ ...operation, method: method.toUpperCase(), path })
      groups.set(title, calls)
    }
  }
  return [...groups].map(([title, calls]) => ({
    id: title.toLowerCase().replaceAll(' ', '-'),
    title: escapeMarkup(title),
    calls,
  }))
}

function authenticationText({ components }: ApiDocument): string {
  const schemes = Object.values(components.securitySchemes).map(
    (scheme) => `<li>${escapeMarkup(scheme.description)}</li>`,
  )
  return `<p>Either of these goes into the header <code>Authorization: Bearer …</code></p><ul>${schemes.join('')}</ul>`
}

const panelOf = (entries: readonly string[]) => `<div class="panel">\n${entries.join('\n')}\n</div>`

/** A row of a table. `text` is markup. */
const rowText = (name: string, text: string) =>
  `<tr><td><code>${escapeMarkup(name)}</code></td><td>${text}</td></tr>`

/** A collapsible entry. The id is inside, so that browsers expand it for a link to it. `title` and `text` are markup. */
function entryText(id: string, title: string, text: string): string {
  return `<details><summary>${title}</summary><article id="${id}">${text}
<p class="here"><a href="#${id}">Link to this</a></p></article></details>`
}

function titleText(method: string, path: string, summary: string): string {
  const kind = method === 'GET' ? 'get' : 'write'
  return `<b class="${kind}">${method}</b><code>${escapeMarkup(path)}</code><span>${prose(summary)}</span>`
}

function shapeText([name, schema]: [string, Schema]): string {
  return entryText(name, `<code>${name}</code>`, `<pre>${schemaText(schema)}</pre>`)
}

function callText(document: ApiDocument, call: Call): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = call
  const body = requestBody?.content
  const parts = [
    `<p>${prose(description)}</p>`,
    parameters.length > 0
      ? `<h3>Parameters</h3><table>${parameters.map(parameterText).join('')}</table>`
      : '',
    body ? `<h3>Body</h3><p>${prose(body.description ?? '')}</p><pre>${schemaText(body)}</pre>` : '',
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => answerText(status, answer)),
    errorsText(document, responses),
  ]
  return entryText(operationId, titleText(method, path, summary), parts.join('\n'))
}

function liveText({ 'x-websocket': live }: ApiDocument): string {
  const codes = Object.entries(live.closeCodes).map(([code, meaning]) => rowText(code, escapeMarkup(meaning)))
  const text = `${paragraphs(live.description)}
<h3>Receives</h3><p>${schemaText(live.receives)}</p>
<h3>Sends</h3><p>${schemaText(live.sends)}</p>
<h3>Close codes</h3><table>${codes.join('')}</table>`
  return entryText('live', titleText('WS', live.path, live.summary), text)
}

function streamText({ 'x-event-stream': stream }: ApiDocument): string {
  const rows = Object.entries(stream.sends).map(([name, schema]) => rowText(name, schemaText(schema)))
  const text = `${paragraphs(stream.description)}
<h3>Sends</h3><table>${rows.join('')}</table>`
  return entryText('stream', titleText('SSE', stream.path, stream.summary), text)
}

function parameterText({ in: where, name, required, schema }: Operation['parameters'][number]): string {
  const place = where === 'path' ? 'in the path' : where === 'query' ? 'in the query' : 'header'
  const remark = remarkOn(schema)
  const optional = required ? '' : ', optional'
  return rowText(
    name,
    `${schemaText(schema)}, ${place}${optional}${remark === '' ? '' : `<br><i>${prose(remark)}</i>`}`,
  )
}

function answerText(status: string, { content, headers = {} }: Operation['responses'][string]): string {
  const rows = Object.entries(headers).map(([name, header]) =>
    rowText(name, escapeMarkup(header.description ?? '')),
  )
  return `<h3>Answer ${status}</h3>${content ? `<pre>${schemaText(content)}</pre>` : ''}${rows.length > 0 ? `<h3>Headers</h3><table>${rows.join('')}</table>` : ''}`
}

function errorsText({ components }: ApiDocument, responses: Operation['responses']): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { $ref = '', description }]) => {
      const meaning = description ?? components.responses[$ref.split('/').at(-1) ?? '']?.description ?? ''
      return rowText(status, escapeMarkup(meaning))
    })
  return `<h3>Errors</h3><p>Each is an <a href="#Error">Error</a>.</p><table>${rows.join('')}</table>`
}

function prose(text: string): string {
  return escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${prose(line)}</p>`)
    .join('')
}

/** Renders a schema as HTML in the notation `{ hash: string, scores: [{ … }] }`, with the limits of values. */
export function schemaText(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return link(schema.$ref)
  if (schema.anyOf) return schema.anyOf.map((each) => schemaText(each, indent)).join(' | ')
  if (schema.oneOf) return schema.oneOf.map((each) => choiceText(each, indent)).join('\n\n')
  if (schema.const !== undefined) return value(schema.const)
  if (schema.enum) return schema.enum.map(value).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => schemaText({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent)
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map((item) => schemaText(item, indent)).join(', ')}]`
        : `[${schemaText(typeof schema.items === 'object' ? schema.items : {}, indent)}]`
    default:
      return schema.type ?? 'anything'
  }
}

/** One of several alternatives, indented below their summary. */
function choiceText(schema: Schema, indent: string): string {
  const remark = schema.description === undefined ? '' : `<i>${escapeMarkup(schema.description)}</i>\n`
  return `${indent}${remark}${schemaText(schema, indent)}`
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const remark = remarkOn(schema)
    const shown = remark === '' ? '' : `  <i>${escapeMarkup(remark)}</i>`
    const optional = required.includes(name) ? '' : '?'
    return `${inner}${escapeMarkup(name)}${optional}: ${schemaText(schema, inner)}${shown}`
  })
  if (additionalProperties !== undefined && additionalProperties !== false) {
    const each = additionalProperties === true ? {} : additionalProperties
    lines.push(`${inner}[name]: ${schemaText(each, inner)}`)
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** Longer patterns are not shown. */
const maxPatternLength = 40

/** Describes the limits of a value; empty without limits. */
export function remarkOn(schema: Schema): string {
  const { format, pattern, minLength, maxLength, minItems, maxItems } = schema
  // The range of safe integers is no limit: JSON has no others.
  const minimum = schema.minimum === Number.MIN_SAFE_INTEGER ? undefined : schema.minimum
  const maximum = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const remarks = [
    schema.description,
    format,
    format === undefined && pattern !== undefined && pattern.length <= maxPatternLength ? pattern : undefined,
    schema.exclusiveMinimum === undefined ? undefined : `more than ${schema.exclusiveMinimum}`,
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' entries'),
    schema.default === undefined ? undefined : `${JSON.stringify(schema.default)} by default`,
  ]
  return remarks.filter((part) => part !== undefined).join(', ')
}

function range(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (max !== undefined) return `at most ${max}${unit}`
  if (min !== undefined) return `at least ${min}${unit}`
  return undefined
}

function link(ref: string): string {
  const name = escapeMarkup(ref.split('/').at(-1) ?? ref)
  return `<a href="#${name}">${name}</a>`
}

const value = (constant: unknown) => escapeMarkup(JSON.stringify(constant))

/** The part of OpenAPI 3.1 that the page shows. */
const schemaShape = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional()
  },
  get items() {
    return z.union([z.boolean(), schemaShape]).optional()
  },
  get prefixItems() {
    return z.array(schemaShape).optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), schemaShape]).optional()
  },
  get anyOf() {
    return z.array(schemaShape).optional()
  },
  get oneOf() {
    return z.array(schemaShape).optional()
  },
})
type Schema = z.infer<typeof schemaShape>

/** Bodies have a single content type, JSON or text. */
const content = z
  .record(z.string(), z.object({ schema: schemaShape }))
  .transform((kinds) => Object.values(kinds)[0]?.schema)
  .optional()

const response = z.object({
  $ref: z.string().optional(),
  description: z.string().optional(),
  headers: z.record(z.string(), z.object({ description: z.string().optional() })).optional(),
  content,
})

const operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string(),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: schemaShape,
      }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), response),
})
type Operation = z.infer<typeof operation>

const apiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  'x-websocket': z.object({
    path: z.string(),
    summary: z.string(),
    description: z.string(),
    receives: schemaShape,
    sends: schemaShape,
    closeCodes: z.record(z.string(), z.string()),
  }),
  'x-event-stream': z.object({
    path: z.string(),
    summary: z.string(),
    description: z.string(),
    sends: z.record(z.string(), schemaShape),
  }),
  components: z.object({
    schemas: z.record(z.string(), schemaShape),
    responses: z.record(z.string(), response),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})
type ApiDocument = z.infer<typeof apiDocument>
