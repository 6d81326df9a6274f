import { expect, it } from 'vitest'
import { command } from '../../tests/operator/command.ts'

/** Names of the commands in a help text. */
function commandsIn(help: readonly string[]): string[] {
  const text = help.join('\n')
  const list = /\nCommands:\n([\s\S]*?)(\n\n|$)/.exec(text)?.[1] ?? ''
  return [...list.matchAll(/^ {2}([a-z][a-z-]*)/gm)].flatMap(([, name]) =>
    name === undefined || name === 'help' ? [] : [name],
  )
}

it('the paragraphs of each help text fit 100 columns', async () => {
  const help = async (...names: string[]) => (await command('', [...names, '--help'])).out
  const commands = commandsIn(await help()).map((name) => [name])
  expect(commands.length).toBeGreaterThan(25)
  for (const names of commands) {
    const text = await help(...names)
    const wide = text.flatMap((lines) => lines.split('\n')).filter((line) => /^\S.{100}/.test(line))
    expect(wide, names.join(' ')).toEqual([])
    commands.push(...commandsIn(text).map((inner) => [...names, inner]))
  }
})

it('a command that has others below it names its own options too', async () => {
  const { out } = await command('', ['parked', '--help'])
  expect(out.join('\n')).toMatch(/--json[\s\S]*Commands:\n {2}retry/)
})
