import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { numericIdText } from './ids.ts'

describe('a numeric id in a path or query', () => {
  const { pattern } = z.object({ pattern: z.string() }).parse(z.toJSONSchema(numericIdText, { io: 'input' }))

  it.each(['1', '42', '999999999999999'])('accepts %j, as does the pattern in OpenAPI', (text) => {
    expect([numericIdText.parse(text), new RegExp(pattern).test(text)]).toEqual([Number(text), true])
  })

  it.each(['9007199254740993', '0', '-1', '1.5', '01', ''])(
    'rejects %j, as does the pattern in OpenAPI',
    (text) => {
      expect([numericIdText.safeParse(text).success, new RegExp(pattern).test(text)]).toEqual([false, false])
    },
  )
})
