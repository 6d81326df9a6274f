// @ts-check
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The tools of the scripts, by file below node_modules. */
const tools = {
  tsc: 'typescript/bin/tsc',
  biome: '@biomejs/biome/bin/biome',
  vitest: 'vitest/vitest.mjs',
}

/**
 * Runs a tool on the project. Forwards SIGTERM and SIGINT to it.
 * @param {keyof typeof tools} tool
 * @param {string[]} args
 * @param {{ show: boolean, env?: Record<string, string> }} options show: its output goes straight to ours
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runTool(tool, args, { show, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', tools[tool]), ...args], {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk
      })
    }
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal)
    process.once('SIGTERM', forward)
    process.once('SIGINT', forward)
    child.once('error', (error) => resolve({ code: 1, output: String(error) }))
    child.once('close', (code) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', forward)
      resolve({ code: code ?? 1, output })
    })
  })
}
