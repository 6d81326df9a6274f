import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalSystem, startLocalSystem } from '../system/local-system.ts'

export const publicUrl = 'https://scores.example'

/** A built page, reduced to its head. */
const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="description" content="The description of every page." />
    <title>Stepledger</title>
    <script src="/before-app.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`

export type LinkServer = LocalSystem

/** The whole system in this process, with a small page as website, reached at `publicUrl`. `env`: further variables. */
export async function startLinkServer(env: Readonly<Record<string, string>> = {}): Promise<LinkServer> {
  const websiteDir = await mkdtemp(join(tmpdir(), 'stepledger-links-'))
  await writeFile(join(websiteDir, 'index.html'), page)
  const system = await startLocalSystem({ env: { PUBLIC_URL: publicUrl, ...env }, websiteDir })
  return {
    ...system,
    async stop() {
      await system.stop()
      await rm(websiteDir, { recursive: true, force: true })
    },
  }
}
