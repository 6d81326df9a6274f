import { createHash } from 'node:crypto'
import { allRoutes } from '@stepledger/contracts/http/routes.ts'
import { clientMessage, closeCode, serverMessage } from '@stepledger/contracts/push/messages.ts'
import { streamMessages } from '@stepledger/contracts/stream.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../platform/http/test-app.ts'
import { remarkOn, schemaText } from './docs-page.ts'
import { serveOpenApi } from './serve-docs.ts'

function docsApp() {
  const app = testApp()
  serveOpenApi(app)
  return app
}

describe('the page about the API', () => {
  let html: string
  let policy: string

  beforeAll(async () => {
    const answer = await docsApp().inject({ url: '/api/docs' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    html = answer.body
    policy = String(answer.headers['content-security-policy'])
  })

  it('describes every route', () => {
    for (const { name, path, method } of allRoutes) {
      expect(html).toContain(`<article id="${name}">`)
      const shown = path.replace(/:(\w+)/g, '{$1}')
      expect(html).toMatch(
        new RegExp(`<b class="\\w+">${method}</b><code>${shown.replace(/[{}.]/g, '\\$&')}</code>`),
      )
    }
  })

  it('describes the websocket and every message', () => {
    expect(html).toContain('<article id="live">')
    for (const { shape } of [...clientMessage.options, ...serverMessage.options]) {
      expect(html).toContain(`type: &quot;${shape.type.value}&quot;`)
    }
    expect(html).toContain('A play was withdrawn: remove it from lists.')
    for (const code of Object.values(closeCode)) expect(html).toContain(`<code>${code}</code>`)
  })

  it('describes the event stream and every message', () => {
    expect(html).toContain('<article id="stream">')
    for (const name of Object.keys(streamMessages)) expect(html).toContain(`<td><code>${name}</code></td>`)
  })

  it('has no broken internal links', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(links.filter((id) => !ids.includes(id))).toEqual([])
    expect(links.length).toBeGreaterThan(allRoutes.length)
  })

  it('loads nothing from other hosts, and its policy only allows its own style and script', () => {
    expect(html).not.toMatch(/<script .|https?:\/\/|javascript:| on\w+=/)
    for (const kind of ['style', 'script']) {
      const parts = [...html.matchAll(new RegExp(`<${kind}>([\\s\\S]*?)</${kind}>`, 'g'))]
      const hashes = parts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
      expect(hashes).toHaveLength(1)
      expect(policy).toContain(`${kind}-src 'sha256-${hashes[0]}';`)
    }
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(html).not.toMatch(/ style="/)
  })
})

describe('a schema as text', () => {
  it('has a readable notation, with limits', () => {
    const text = schemaText({
      type: 'object',
      required: ['hashes'],
      properties: {
        hashes: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1000 },
        chart: { anyOf: [{ $ref: '#/components/schemas/Chart' }, { type: 'null' }] },
        pair: { type: 'array', prefixItems: [{ type: 'number' }, { const: 'Miss' }], items: false },
      },
    })
    expect(text).toBe(
      [
        '{',
        '  hashes: [string]  <i>1 to 1000 entries</i>',
        '  chart?: <a href="#Chart">Chart</a> | null',
        '  pair?: [number, &quot;Miss&quot;]',
        '}',
      ].join('\n'),
    )
  })

  it('omits limits that every number has, and escapes HTML', () => {
    expect(
      remarkOn({ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    ).toBe('')
    expect(remarkOn({ type: 'integer', minimum: 5, maximum: 20, default: 7 })).toBe('5 to 20, 7 by default')
    expect(schemaText({ type: 'object', properties: { '<b>': { enum: ['"&'] } } })).not.toMatch(/<b>|"&/)
  })
})

describe('the OpenAPI description', () => {
  it('is at /api/openapi.json', async () => {
    const answer = await docsApp().inject('/api/openapi.json')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.json()).toMatchObject({ openapi: '3.1.1', paths: { '/api/login': { post: {} } } })
  })
})
