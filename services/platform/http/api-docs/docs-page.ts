import { escapeMarkup } from '../escape-markup.ts'
import { docsStyle } from './docs-style.ts'
import { type ApiDocument, apiDocument, type Operation } from './document.ts'
import { remarkOn, schemaText } from './schema-text.ts'

interface Call extends Operation {
  readonly method: string
  readonly path: string
}

/** The page that people read, made from the OpenAPI description. One file: no script, nothing from elsewhere. */
export function docsPage(description: unknown): string {
  const document = apiDocument.parse(description)
  const groups = groupsOf(document)
  const { schemas } = document.components
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeMarkup(document.info.title)}</title>
<meta name="description" content="Every call of ${escapeMarkup(document.info.title)}: what it takes, what it answers, who may call it.">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${docsStyle}</style>
</head>
<body>
<header>
<p><a href="/">${escapeMarkup(document.info.title)}</a></p>
<h1>API</h1>
${document.info.description
  .split('\n')
  .map((line) => `<p>${escapeMarkup(line)}</p>`)
  .join('\n')}
<p>Programs read the same from <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).</p>
</header>
<main>
<nav aria-label="Calls">
${groups.map(({ title, calls }) => `<b>${title}</b>\n<ul>${calls.map(entry).join('')}</ul>`).join('\n')}
<b>Live</b>
<ul><li><a href="#live">${escapeMarkup(document['x-websocket'].path)}</a></li><li><a href="#stream">${escapeMarkup(document['x-event-stream'].path)}</a></li></ul>
<b>Shapes</b>
<ul>${Object.keys(schemas)
    .map((name) => `<li><a href="#${name}">${name}</a></li>`)
    .join('')}</ul>
</nav>
<div>
<section><h2 id="who">Who calls</h2><article>${who(document)}</article></section>
${groups.map(({ title, calls }) => `<section><h2>${title}</h2>\n${calls.map((call) => callText(document, call)).join('\n')}</section>`).join('\n')}
<section><h2>Live</h2>
${liveText(document)}
${streamText(document)}</section>
<section><h2>Shapes</h2>
${Object.entries(schemas)
  .map(([name, schema]) => `<article id="${name}"><h3>${name}</h3><pre>${schemaText(schema)}</pre></article>`)
  .join('\n')}
</section>
</div>
</main>
</body>
</html>
`
}

/** What the services that answer the website's calls are about, for people. */
const subjects: Readonly<Record<string, string>> = {
  ingest: 'Plays and rivals',
  accounts: 'Accounts and keys',
  query: 'Pages',
}

function groupsOf({ paths }: ApiDocument): { title: string; calls: Call[] }[] {
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
  return [...groups].map(([title, calls]) => ({ title: escapeMarkup(title), calls }))
}

function who({ components }: ApiDocument): string {
  const schemes = Object.values(components.securitySchemes).map(
    (scheme) => `<li>${escapeMarkup(scheme.description)}</li>`,
  )
  return `<p>Either of these goes into the header <code>Authorization: Bearer …</code></p><ul>${schemes.join('')}</ul>`
}

function entry({ operationId, method, path }: Call): string {
  return `<li><a href="#${operationId}">${method} ${escapeMarkup(path)}</a></li>`
}

function callText(document: ApiDocument, call: Call): string {
  const { operationId, method, path, summary, description, parameters, requestBody, responses } = call
  const body = requestBody?.content
  const parts = [
    `<h3><b class="${method.toLowerCase()}">${method}</b>${escapeMarkup(path)}</h3>`,
    `<p>${prose(summary)}.</p><p class="quiet">${prose(description)}</p>`,
    parameters.length > 0
      ? `<h4>Parameters</h4><table>${parameters.map(parameterText).join('')}</table>`
      : '',
    body ? `<h4>Body</h4><p>${prose(body.description ?? '')}</p><pre>${schemaText(body)}</pre>` : '',
    ...Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, answer]) => answerText(status, answer)),
    errorsText(document, responses),
  ]
  return `<article id="${operationId}">${parts.join('\n')}</article>`
}

function liveText({ 'x-websocket': live }: ApiDocument): string {
  const codes = Object.entries(live.closeCodes).map(
    ([code, meaning]) => `<tr><td><code>${code}</code></td><td>${escapeMarkup(meaning)}</td></tr>`,
  )
  return `<article id="live">
<h3><b>WS</b>${escapeMarkup(live.path)}</h3>
<p>${prose(live.summary)}.</p>${live.description
    .split('\n')
    .map((line) => `<p class="quiet">${prose(line)}</p>`)
    .join('')}
<h4>It takes</h4><p>${schemaText(live.receives)}</p>
<h4>It sends</h4><p>${schemaText(live.sends)}</p>
<h4>Why it closes</h4><table>${codes.join('')}</table>
</article>`
}

function streamText({ 'x-event-stream': stream }: ApiDocument): string {
  const rows = Object.entries(stream.sends).map(
    ([name, schema]) => `<tr><td><code>${escapeMarkup(name)}</code></td><td>${schemaText(schema)}</td></tr>`,
  )
  return `<article id="stream">
<h3><b>SSE</b>${escapeMarkup(stream.path)}</h3>
<p>${prose(stream.summary)}.</p>${stream.description
    .split('\n')
    .map((line) => `<p class="quiet">${prose(line)}</p>`)
    .join('')}
<h4>It sends</h4><table>${rows.join('')}</table>
</article>`
}

function parameterText({ in: where, name, required, schema }: Operation['parameters'][number]): string {
  const place = where === 'path' ? 'in the path' : where === 'query' ? 'in the query' : 'header'
  const remark = remarkOn(schema)
  const optional = required ? '' : ', optional'
  return `<tr><td><code>${escapeMarkup(name)}</code></td><td>${schemaText(schema)}, ${place}${optional}${remark === '' ? '' : `<br><i>${prose(remark)}</i>`}</td></tr>`
}

function answerText(status: string, { content, headers = {} }: Operation['responses'][string]): string {
  const rows = Object.entries(headers).map(
    ([name, header]) =>
      `<tr><td><code>${escapeMarkup(name)}</code></td><td>${escapeMarkup(header.description ?? '')}</td></tr>`,
  )
  return `<h4>Answer ${status}</h4>${content ? `<pre>${schemaText(content)}</pre>` : ''}${rows.length > 0 ? `<h4>Its headers</h4><table>${rows.join('')}</table>` : ''}`
}

function errorsText({ components }: ApiDocument, responses: Operation['responses']): string {
  const rows = Object.entries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { $ref = '', description }]) => {
      const meaning = description ?? components.responses[$ref.split('/').at(-1) ?? '']?.description ?? ''
      return `<tr><td><code>${status}</code></td><td>${escapeMarkup(meaning)}</td></tr>`
    })
  return `<details><summary>Errors</summary><p>Each is an <a href="#Error">Error</a>.</p><table>${rows.join('')}</table></details>`
}

/** A sentence in which code stands between backticks. */
function prose(text: string): string {
  return escapeMarkup(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}
