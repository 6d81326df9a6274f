/** An answer that was made into bytes before: a page that is kept whole. */
export class Rendered {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>

  constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes
    this.headers = headers
  }
}

/**
 * `bytes`: JSON in UTF-8, as the route's schema has it. Made once, it can answer any number of requests. With an `etag`
 * among its headers it is answered 304 to who has it already.
 */
export function rendered(bytes: Buffer, headers: Readonly<Record<string, string>> = {}): Rendered {
  return new Rendered(bytes, headers)
}
