import type { Page } from 'playwright-core'

const session = (page: Page) => page.context().newCDPSession(page)

/** A credential of the virtual authenticator. */
interface HeldCredential {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly rpId?: string
  readonly privateKey: string
  readonly userHandle?: string
  readonly signCount: number
}

/** A virtual authenticator of a page. */
export interface VirtualAuthenticator {
  credentials(): Promise<HeldCredential[]>
  /** Adds a credential, replacing one with the same id. */
  addCredential(credential: HeldCredential): Promise<void>
  /** Whether user verification succeeds from now on. */
  setUserVerified(owner: boolean): Promise<void>
}

/** Adds a built-in authenticator to the browser until the page closes; user verification succeeds. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const browser = await session(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const credentials = async (): Promise<HeldCredential[]> =>
    (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  return {
    credentials,
    async addCredential(credential) {
      const { credentialId } = credential
      if ((await credentials()).some((other) => other.credentialId === credentialId))
        await browser.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await browser.send('WebAuthn.addCredential', { authenticatorId, credential })
    },
    async setUserVerified(owner) {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: owner })
    },
  }
}
