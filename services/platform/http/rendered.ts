/** A serialised response: a cached page. */
export class Rendered {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>

  constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes
    this.headers = headers
  }
}

/**
 * Wraps a serialised response for reuse. `bytes`: UTF-8 JSON that matches the route's schema. With an `etag` header,
 * conditional requests are answered with 304.
 */
export function rendered(bytes: Buffer, headers: Readonly<Record<string, string>> = {}): Rendered {
  return new Rendered(bytes, headers)
}
