import type { CachedBody } from './cached-body.ts'

/** A serialised response: a cached page. */
export class Rendered {
  readonly body: CachedBody
  readonly headers: Readonly<Record<string, string>>

  constructor(body: CachedBody, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}

/**
 * Wraps a serialised response for reuse. `body`: UTF-8 JSON that matches the route's schema. With an `etag` header,
 * conditional requests are answered with 304; the tag is weak, because all encodings of the body share it.
 */
export function rendered(body: CachedBody, headers: Readonly<Record<string, string>> = {}): Rendered {
  return new Rendered(body, headers)
}
