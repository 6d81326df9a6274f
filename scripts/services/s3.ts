import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, PutBucketCorsCommand, S3Client } from '@aws-sdk/client-s3'
import { readS3Address } from '@stepledger/services/platform/storage/s3-address.ts'
import { root } from '../root.mjs'
import { runInDocker } from './docker.ts'
import { runLocally } from './local-program.ts'
import { ownPort } from './own-port.ts'
import type { OwnServer, ServerKind } from './server-kind.ts'

/** The same version as in get-versitygw.sh, which installs it into .cache. */
const version = 'v1.8.0'
const built = join(root, '.cache', `versitygw-${version}`, 'versitygw')
const run = promisify(execFile)

/** versitygw, an S3 server over a folder. Its address contains its credentials: `http://key:secret@host:port`. */
export const s3: ServerKind = {
  name: 'S3',
  variable: 'TEST_S3_URL',
  installHint:
    'set TEST_S3_URL=http://key:secret@host:port, or start Docker, or build versitygw ' +
    '(Debian: apt-get install golang-go) by sh scripts/services/get-versitygw.sh',
  inDocker,
  async local() {
    for (const program of [built, 'versitygw']) {
      if (await run(program, ['--version']).catch(() => null)) return () => runVersitygw(program)
    }
    return null
  },
}

/** Creates a bucket on the server at this address. Returns its STORAGE_URL, and the variables with its credentials. */
export async function makeBucket(server: string, bucket: string) {
  const { username, password, origin } = new URL(server)
  const region = 'us-east-1'
  const credentials = { accessKeyId: username, secretAccessKey: password }
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const client = new S3Client({ endpoint: origin, region, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return {
    url: `s3://${bucket}?endpoint=${origin}`,
    environment: { AWS_ACCESS_KEY_ID: username, AWS_SECRET_ACCESS_KEY: password, AWS_REGION: region },
  }
}

/** Sets the CORS rule of docs/hosting.md for this origin. */
export async function allowUploadsFrom(
  origin: string,
  { url, environment }: { readonly url: string; readonly environment: Readonly<Record<string, string>> },
): Promise<void> {
  const { bucket, endpoint, region, credentials } = readS3Address(url, environment)
  const client = new S3Client({
    region,
    forcePathStyle: true,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  })
  const rule = { AllowedMethods: ['PUT'], AllowedHeaders: ['content-type'], AllowedOrigins: [origin] }
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
  client.destroy()
}

async function runVersitygw(program: string): Promise<OwnServer> {
  const { port, url, environment } = await newAddress()
  const folder = await mkdtemp(join(tmpdir(), 'stepledger-s3-'))
  const [data, metadata] = [join(folder, 'data'), join(folder, 'metadata')]
  await mkdir(data)
  await mkdir(metadata)
  return runLocally({
    name: 'S3',
    // Content types are stored in separate files, because not every file system has extended attributes.
    command: [program, '--quiet', '--port', `127.0.0.1:${port}`, 'posix', '--sidecar', metadata, data],
    folder,
    port,
    url,
    env: environment,
  })
}

async function inDocker(): Promise<OwnServer> {
  const { port, url, environment } = await newAddress()
  return runInDocker({
    image: `versity/versitygw:${version}`,
    environment,
    command: ['--port', `:${port}`, 'posix', '/tmp'],
    port,
    ready: /listening/i,
    url,
  })
}

async function newAddress() {
  const port = await ownPort()
  const [key, secret] = [randomBytes(8).toString('hex'), randomBytes(16).toString('hex')]
  return {
    port,
    url: `http://${key}:${secret}@127.0.0.1:${port}`,
    environment: { ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: secret },
  }
}
