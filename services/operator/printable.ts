/** Control and bidirectional formatting characters, which could manipulate the output of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be found
const unprintable = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** Escapes unprintable characters of untrusted text as \uXXXX, for output on a terminal. */
export function printable(text: string): string {
  return text.replace(unprintable, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A value as JSON, on one line, safe for a terminal. */
export function printableJson(value: unknown): string {
  return printable(JSON.stringify(value) ?? 'null')
}

/** A value as a JSON document of several lines, safe for a terminal. */
export function jsonDocument(value: unknown): string {
  return JSON.stringify(value, null, 2).split('\n').map(printable).join('\n')
}
