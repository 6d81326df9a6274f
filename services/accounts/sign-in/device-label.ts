import { unknownDevice } from '@stepledger/contracts/http/sign-in-sessions.ts'
import bowser from 'bowser'

/** A readable name of browser and system: 'Firefox on Linux'. `userAgent` is untrusted. */
export function deviceLabel(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return unknownDevice
  const { browser, os } = bowser.parse(userAgent.slice(0, 500))
  const [program, system] = [browser.name, os.name].map((name) => name?.slice(0, 40) ?? '')
  if (program && system) return `${program} on ${system}`
  return program || system || unknownDevice
}
