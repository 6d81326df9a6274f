import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { OwnServer } from './server-kind.ts'

interface DockerService {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  /** The same port inside and outside, because some servers advertise their address. */
  readonly port: number
  /** Log line that shows that it is ready. */
  readonly ready: RegExp
  readonly url: string
}

/** Whether a Docker engine answers. Without a socket, no library is loaded. */
export async function dockerAnswers(): Promise<boolean> {
  const sockets = ['/var/run/docker.sock', join(homedir(), '.docker/run/docker.sock')]
  if (process.env.XDG_RUNTIME_DIR) sockets.push(join(process.env.XDG_RUNTIME_DIR, 'docker.sock'))
  if (!process.env.DOCKER_HOST && !sockets.some((socket) => existsSync(socket))) return false
  const { getContainerRuntimeClient } = await import('testcontainers')
  return getContainerRuntimeClient().then(
    () => true,
    () => false,
  )
}

/** Runs a container, which testcontainers removes if this process dies. */
export async function runInDocker(options: DockerService): Promise<OwnServer> {
  const { image, environment = {}, command, port, ready, url } = options
  const { GenericContainer, Wait } = await import('testcontainers')
  const container = new GenericContainer(image)
    .withEnvironment({ ...environment })
    .withExposedPorts({ container: port, host: port })
    .withWaitStrategy(Wait.forLogMessage(ready))
  if (command) container.withCommand([...command])
  const started = await container.start()
  return {
    url,
    pid: () => null,
    async kill() {
      await started.stop({ timeout: 0, remove: false, removeVolumes: false })
    },
    start: () => started.restart({ timeout: 0 }),
    async stop() {
      await started.stop({ timeout: 0 })
    },
  }
}
