import type { CachedBody } from './cached-body.ts'

/**
 * A serialised response of a GET route of the website that can be sent repeatedly, such as a cached page. `body`: UTF-8
 * JSON that matches the route's schema. `headers` replace those of every API response of the same name. With an `etag` header, conditional requests are answered with 304; the tag is weak, because all encodings of
 * the body share it.
 */
export class Rendered {
  readonly body: CachedBody
  readonly headers: Readonly<Record<string, string>>

  constructor(body: CachedBody, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.headers = headers
  }
}
