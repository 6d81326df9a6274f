import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError, notFound } from './http-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It refuses a method that would reach another route, and is none that the address takes. */
    readonly refuses?: boolean
  }
}

/** At an address that nothing answers: 404; where another method would be answered: 405, which says which. */
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
  // Before the framework looks at the body, of which it has an opinion for each method.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusal(request) : undefined))
  app.setNotFoundHandler((request) => {
    throw refusal(request)
  })
}

/** 405. `allow`: the methods that the address takes. */
export function wrongMethod(allow: string): HttpError {
  return new HttpError(405, `This address takes ${allow} only`, { headers: { allow } })
}

/** What the first address that has the shape of this one takes. */
function methodsAt(url: string, methodsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const parts = (url.split('?', 1)[0] ?? '').split('/')
  for (const [address, methods] of methodsOf) {
    const named = address.split('/')
    const same = (part: string, i: number) => part === parts[i] || (part.startsWith(':') && parts[i] !== '')
    if (named.length === parts.length && named.every(same)) return [...methods]
  }
  return []
}
