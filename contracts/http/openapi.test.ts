import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'
import { allRoutes } from './routes.ts'

describe('the OpenAPI description', () => {
  it('is up to date in openapi.json; `npm run openapi` writes it', async () => {
    const checkedIn: unknown = JSON.parse(await readFile(new URL('openapi.json', import.meta.url), 'utf8'))
    expect(JSON.parse(JSON.stringify(openApiDocument()))).toEqual(checkedIn)
  })

  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(openApiDocument())))
    expect(result).toMatchObject({ valid: true })
  })

  it('has every route once, with its authentication and errors', () => {
    const operations = Object.values(openApiDocument().paths ?? {}).flatMap((path) => Object.values(path))
    const names = operations.map((operation) => operation.operationId)
    expect(names.sort()).toEqual(allRoutes.map((route) => route.name).sort())
    for (const operation of operations) {
      const guarded = operation.security.length > 0
      expect(Object.keys(operation.responses).includes('401')).toBe(
        guarded || ['login', 'completePasskeySignIn'].includes(operation.operationId),
      )
      expect(operation.responses['500']).toEqual({ $ref: '#/components/responses/Error500' })
    }
  })
})
