import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A second listener of a broker with TLS and authentication, by PLAIN or SCRAM-SHA-512. */
export interface SecuredListener {
  readonly port: number
  readonly username: string
  readonly password: string
  /** A folder for its key and certificate, created if missing and never removed. */
  readonly folder: string
}

/** The PEM certificate for NODE_EXTRA_CA_CERTS. */
export function certificateOf({ folder }: SecuredListener): string {
  return join(folder, 'certificate.pem')
}

const name = 'SECURED'

/** Broker settings with this listener added, and the arguments for formatting its storage. */
export async function withSecuredListener(
  secured: SecuredListener,
  settings: Readonly<Record<string, string>>,
): Promise<{ settings: Record<string, string>; format: string[] }> {
  const { port, username, password, folder } = secured
  const keyStore = join(folder, 'key.p12')
  const storePassword = randomBytes(12).toString('hex')
  await mkdir(folder, { recursive: true })
  await makeCertificate(keyStore, storePassword, certificateOf(secured))
  const modules = 'org.apache.kafka.common.security'
  const listener = `${name}://127.0.0.1:${port}`
  const more = (setting: string, value: string) => ({ [setting]: `${settings[setting]},${value}` })
  return {
    settings: {
      ...settings,
      ...more('listeners', listener),
      ...more('advertised.listeners', listener),
      ...more('listener.security.protocol.map', `${name}:SASL_SSL`),
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': keyStore,
      'ssl.keystore.password': storePassword,
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
      [`listener.name.${name.toLowerCase()}.plain.sasl.jaas.config`]: `${modules}.plain.PlainLoginModule required user_${username}="${password}";`,
      [`listener.name.${name.toLowerCase()}.scram-sha-512.sasl.jaas.config`]: `${modules}.scram.ScramLoginModule required;`,
    },
    format: ['--add-scram', `SCRAM-SHA-512=[name=${username},password=${password}]`],
  }
}

/** A self-signed certificate and key for 127.0.0.1, created by Java's keytool. */
async function makeCertificate(keyStore: string, storePassword: string, certificate: string): Promise<void> {
  const store = ['-alias', 'broker', '-keystore', keyStore, '-storepass', storePassword]
  const subject = ['-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1', '-ext', 'bc:c=ca:true']
  await run('keytool', [
    '-genkeypair',
    '-keyalg',
    'EC',
    '-storetype',
    'PKCS12',
    '-validity',
    '2',
    ...subject,
    ...store,
  ])
  const { stdout } = await run('keytool', ['-exportcert', '-rfc', ...store])
  await writeFile(certificate, stdout)
}
