import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, notFound } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route only rejects a method that would reach another route; not listed in `Allow`. */
    readonly refuses?: boolean
  }
}

/** Responds 404 for an unknown address, and 405 with `Allow` if the address supports other methods. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.includes('*') || config?.refuses) return
    const methods = methodsOf.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsOf.set(url, methods)
  })
  const refusal = (request: FastifyRequest) => {
    const methods = methodsAt(request.url, methodsOf)
    const allow = methods.join(', ')
    return methods.length === 0 ? notFound('There is nothing at this address') : wrongMethod(allow)
  }
  // Before Fastify checks the body, with rules of its own for each method.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusal(request) : undefined))
  app.setNotFoundHandler((request) => {
    throw refusal(request)
  })
}

/** 405. `allow`: the supported methods. */
export function wrongMethod(allow: string): HttpError {
  return new HttpError(405, `This address takes ${allow} only`, { headers: { allow } })
}

function methodsAt(url: string, methodsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const parts = (url.split('?', 1)[0] ?? '').split('/')
  for (const [address, methods] of methodsOf) {
    const named = address.split('/')
    const same = (part: string, i: number) => part === parts[i] || (part.startsWith(':') && parts[i] !== '')
    if (named.length === parts.length && named.every(same)) return [...methods]
  }
  return []
}
