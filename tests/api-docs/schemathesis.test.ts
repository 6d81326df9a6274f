import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { submitAnswer } from '@stepledger/contracts/http/game.ts'
import { positionHeader } from '@stepledger/contracts/ledger/position.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireOrSkip } from '../../scripts/services.ts'
import { playBody } from '../generators/play-body.ts'
import { call, newPlayer } from '../system/client.ts'
import { type Server, startServer } from '../system/server.ts'

const installed = new URL('../../.cache/schemathesis/bin/schemathesis', import.meta.url).pathname
const program = requireOrSkip(
  existsSync(installed) ? installed : null,
  'schemathesis',
  'sh scripts/get-schemathesis.sh (Debian: apt-get install python3-venv first)',
)
const folderOfTest = new URL('.', import.meta.url).pathname
/**
 * Examples per operation and per chain of operations. More examples or another seed find more: API_EXAMPLES=500
 * API_SEED=2. A count instead of a time limit, so that a busy machine tests as much.
 */
const { API_EXAMPLES: examples = '200', API_SEED: seed = String(randomInt(1e9)) } = process.env
const patienceMs = 600_000 + Number(examples) * 10_000

describe.skipIf(program === null)('the API, tested by schemathesis with valid and invalid requests', () => {
  let folder: string
  let server: Server
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stepledger-api-'))
    server = await startServer(folder, { CHECK_ANSWERS: 'on' })
  })
  afterAll(async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it(`conforms to its description (API_SEED=${seed})`, { timeout: patienceMs }, async () => {
    const [ada, ben, leaving] = await Promise.all(
      ['ada', 'ben', 'leaving'].map((alias) => newPlayer(server.url, alias)),
    )
    if (!ada || !ben || !leaving) throw new Error('no players')
    const body = playBody({ seed: 1, skill: 0.8 })
    const sent = await call(`${server.url}/v1/chart/${body.hash}/play`, { token: ben.key, body })
    const { playId } = submitAnswer.parse(sent.body)

    const settings = await writeSettings(folder, {
      SESSION: ada.token,
      LEAVING: leaving.token,
      // A play of another player, because a test case may delete own plays.
      KEY: ben.key,
      OWNER: ben.token,
      PLAYER: ben.id,
      CHART: body.hash,
      PLAY: String(playId),
    })
    const what = [
      '--phases',
      'examples,coverage,fuzzing,stateful',
      '--max-examples',
      examples,
      '--seed',
      seed,
    ]
    const child = spawn(
      program ?? '',
      ['--no-color', '--config-file', settings, 'run', `${server.url}/api/openapi.json`, ...what],
      {
        // The example database of schemathesis is created in the working directory.
        cwd: folder,
        env: {
          ...process.env,
          POSITION: sent.headers.get(positionHeader) ?? '',
          PYTHONPATH: folderOfTest,
          PYTHONDONTWRITEBYTECODE: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const output: string[] = []
    child.stdout.on('data', (text: Buffer) => output.push(text.toString()))
    child.stderr.on('data', (text: Buffer) => output.push(text.toString()))
    // Keeps the session recent enough for routes with `needsProof`, however long the run takes.
    const proving = setInterval(
      () =>
        void call(`${server.url}/api/user/proof`, {
          token: ada.token,
          body: { password: 'correct horse' },
        }),
      240_000,
    )
    const [code] = await once(child, 'exit')
    clearInterval(proving)
    const report = output.join('')
    process.stdout.write(`${report.slice(report.lastIndexOf('== SUMMARY'))}\n`)
    expect(code === 0 ? '' : report).toBe('')
    expect(Number(/(\d+) generated/.exec(report)?.[1])).toBeGreaterThan(500)
  })
})

/** Writes the settings with these values filled in; returns the path of the file. */
async function writeSettings(folder: string, values: Readonly<Record<string, string>>): Promise<string> {
  const form = await readFile(join(folderOfTest, 'schemathesis.toml'), 'utf8')
  const file = join(folder, 'schemathesis.toml')
  await writeFile(
    file,
    form.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? ''),
  )
  return file
}
