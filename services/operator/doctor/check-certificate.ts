import { once } from 'node:events'
import { connect } from 'node:tls'
import { asError } from '@stepledger/contracts/error-message.ts'
import { type Finding, soon, wrong } from './finding.ts'

/** Time before the end of a certificate from which a warning is due; Let's Encrypt renews 30 days before. */
const warningDays = 14
const timeoutMs = 3_500

const dayMs = 24 * 3_600_000

/** What a TLS server presented. `refusal`: why a browser would refuse it, or null. */
interface PresentedCertificate {
  readonly validTo: Date
  readonly refusal: string | null
}

/** Reads the certificate of the public address and checks it. `now`: ms since 1970. */
export async function checkCertificate(publicUrl: string, now: () => number): Promise<Finding[]> {
  const { hostname, port } = new URL(publicUrl)
  const presented = await fetchCertificate(hostname, port === '' ? 443 : Number(port)).catch(asError)
  return certificateFindings(publicUrl, presented, now())
}

export function certificateFindings(
  url: string,
  presented: PresentedCertificate | Error,
  now: number,
): Finding[] {
  if (presented instanceof Error)
    return wrong(
      'certificate',
      `${url} cannot be reached from here: ${presented.message}.`,
      'Check PUBLIC_URL, its name in DNS, and the reverse proxy.',
    )
  const { validTo, refusal } = presented
  const days = Math.floor((validTo.getTime() - now) / dayMs)
  const fix = 'The log of the reverse proxy says why it does not renew it: usually port 80 or DNS.'
  if (validTo.getTime() <= now)
    return wrong('certificate', `The certificate of ${url} has expired: games and browsers refuse it.`, fix)
  if (refusal !== null) return wrong('certificate', `The certificate of ${url} is refused (${refusal}).`, fix)
  if (days < warningDays)
    return soon('certificate', `The certificate of ${url} ends in ${days} days and was not renewed.`, fix)
  return []
}

/** Connects without trusting the certificate, so that an invalid one can be described. */
async function fetchCertificate(host: string, port: number): Promise<PresentedCertificate> {
  const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: timeoutMs })
  try {
    await Promise.race([
      once(socket, 'secureConnect'),
      once(socket, 'timeout').then(() => {
        throw new Error(`no answer within ${timeoutMs / 1000} s`)
      }),
    ])
    const refusal = socket.authorizationError
    return {
      validTo: new Date(socket.getPeerCertificate().valid_to),
      refusal: refusal ? String(refusal) : null,
    }
  } finally {
    socket.destroy()
  }
}
