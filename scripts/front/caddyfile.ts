import { dataFilesPath } from '@stepledger/contracts/http/data.ts'
import { downloadFilePath } from '@stepledger/contracts/http/own-data.ts'
import type { ErrorAnswer, Route } from '@stepledger/contracts/http/route.ts'
import { routesByService } from '@stepledger/contracts/http/routes.ts'
import { getHealth } from '@stepledger/contracts/http/site.ts'

/** The service of everything without a route of another service: pages, pictures, the websocket. */
const restServedBy = 'query'

/** A path; a `*` at its end matches everything below. */
type Served = { readonly method: Route['method'] | 'OPTIONS'; readonly path: string }

/** Files of a service, which have no routes in contracts. */
const filesByService: Readonly<Record<string, readonly Served[]>> = {
  accounts: [{ method: 'GET', path: downloadFilePath }],
  analysis: (['GET', 'OPTIONS'] as const).map((method) => ({ method, path: `${dataFilesPath}*` })),
}

/** Default processes of each service: those of docker-compose.yml. */
const upstreams: Readonly<Record<keyof typeof routesByService, string>> = {
  ingest: 'ingest:8080',
  accounts: 'accounts:8080',
  catalogue: 'catalogue:8080',
  competitions: 'competitions:8080',
  query: 'query-1:8080 query-2:8080',
  analysis: 'analysis:8080',
  projector: 'projector-1:8080 projector-2:8080',
}

const head = `# The reverse proxy in front of the services. Generated from the routes of contracts/http by \`npm run caddyfile\`: do not edit.
# SITE_ADDRESS: address of the site; for a domain, Caddy obtains a certificate. BIND: address to listen on.
# INGEST, ACCOUNTS, CATALOGUE, COMPETITIONS, QUERY, ANALYSIS, PROJECTOR: addresses of the processes of each service, separated by blanks. TRY_DURATION: how long a request waits for an available process.
{
	admin off
	grace_period 10s
	servers {
		timeouts {
			read_header 10s
			idle 75s
		}
	}
}

# Requests wait while a process restarts, and skip one that is not ready. A request that may have reached a process is retried only if it is a GET.
# The health timeout is long, because most services have a single process, which one slow response would make unavailable.
(balanced) {
	lb_policy round_robin
	lb_try_duration {$TRY_DURATION:10s}
	lb_try_interval 100ms
	health_uri /health/ready
	health_interval 2s
	health_timeout 10s
}

# Also sent to a process that is not ready, whose response names the dependency that does not answer.
(health) {
	reverse_proxy {$QUERY:${upstreams.query}} {
		lb_policy round_robin
		lb_try_duration 1s
		lb_try_interval 100ms
	}
}
`

/** The error for the game and the website when no process is available; clients retry. */
const away: ErrorAnswer = { error: 'This cannot be answered right now. Please try again in a moment.' }

export function caddyfile(): string {
  const others = Object.entries(routesByService).filter(([service]) => service !== restServedBy)
  return `${head}${Object.entries(upstreams).map(proxyTo).join('')}
{$SITE_ADDRESS::8080} {
	bind {$BIND:0.0.0.0}

	# One line for each failed request, also if Caddy itself rejects it, without IP address, headers and query.
	log {
		output stderr
		level ERROR
		format filter {
			wrap json
			fields {
				request>remote_ip delete
				request>remote_port delete
				request>client_ip delete
				request>headers delete
				request>tls delete
				request>uri regexp "[?].*" ""
				user_id delete
				resp_headers delete
			}
		}
	}

	# Only for supervisors and monitors, which connect to the processes directly.
	@inside path /health/* /metrics
	handle @inside {
		respond 404
	}
${others.flatMap(([service, routes]) => matchers(service, [...routes, ...(filesByService[service] ?? [])])).join('')}
	# One proxy for each service, so that each of its processes has one health check.
${others.map(([service]) => handler(service)).join('')}
	handle ${getHealth.path} {
		import health
	}

	handle {
		import ${restServedBy}
	}

	# No process answers, or it exits during the request.
	handle_errors {
		header {
			Content-Type "application/json; charset=utf-8"
			Cache-Control no-store
			Retry-After 5
		}
		respond \`${JSON.stringify(away)}\` {err.status_code}
	}
}
`
}

function matchers(service: string, routes: readonly Served[]): string[] {
  const methods = [...new Set(routes.map(({ method }) => method))]
  return methods.map((method) => {
    const name = `@${service}_${method.toLowerCase()}`
    const paths = routes.filter((route) => route.method === method).map(({ path }) => patternOf(path))
    return `
	${name} {
		method ${method === 'GET' ? 'GET HEAD' : method}
		path_regexp ^(${[...new Set(paths)].join('|')})$
	}
	vars ${name} service ${service}
`
  })
}

function handler(service: string): string {
  return `	@${service} vars {http.vars.service} ${service}
	handle @${service} {
		import ${service}
	}
`
}

function proxyTo([service, processes]: [string, string]): string {
  return `
(${service}) {
	reverse_proxy {$${service.toUpperCase()}:${processes}} {
		import balanced
	}
}
`
}

/** `/api/play/:id` as a Go regular expression. */
function patternOf(path: string): string {
  return path
    .split('/')
    .map((part) =>
      part === '*' ? '.+' : part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.+*?()[\]{}|\\^$]/g, '\\$&'),
    )
    .join('/')
}
