import { escapeMarkup } from '../platform/http/escape-markup.ts'
import type { Schema } from './document.ts'

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
