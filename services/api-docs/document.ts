import { z } from 'zod'

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
export type Schema = z.infer<typeof schemaShape>

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
export type Operation = z.infer<typeof operation>

export const apiDocument = z.object({
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
export type ApiDocument = z.infer<typeof apiDocument>
