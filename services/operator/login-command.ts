import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { logout as endSession, login as signIn } from '@stepledger/contracts/http/accounts.ts'
import {
  createOperatorToken,
  endOperatorToken,
  getOperatorToken,
  operatorTokenHours,
} from '@stepledger/contracts/http/operator-tokens.ts'
import { actionServer, RefusedError } from './actions/action-server.ts'
import { Command, type CommandContext } from './command.ts'
import { exitCodes, UsageError } from './exit-codes.ts'
import { printable } from './format-text.ts'
import { isSafeUrl, readLogin, removeLogin, writeLogin } from './login-file.ts'
import type { Output } from './output.ts'

export function loginCommand({ output, env, runOnConfig }: CommandContext): Command {
  return new Command('login')
    .description('sign in to a server on another machine, for commands that change or list something there')
    .argument('<url>', 'address of the site, such as https://scores.example')
    .option('--token', 'asks for a token from the page /admin, instead of email and password')
    .option('--json', 'print one JSON document')
    .notes(`
Needs the permission ledger.operate. The token opens nothing but the actions of operators, for
${operatorTokenHours} hours. It is stored in ~/.config/stepledger/login.json, and used where neither DATABASE_URL nor
DATA_DIR is set and ./data has no ledger. "ledger logout" ends it, as does signing out on the site,
under Edit Profile → Password.`)
    .action(async (address: string, { token: isPasted }: { token?: true }) => {
      if (!isSafeUrl(address))
        throw new UsageError('<url> must be an https address; http is for localhost alone')
      const url = new URL(address).origin
      const prompts = openPrompts(output)
      await runOnConfig(async () => {
        const token = await (isPasted ? prompts.ask('Token', true) : tokenByPassword(url)).finally(
          prompts.close,
        )
        if (token === null) return { text: 'Nothing was done.', code: exitCodes.wrong }
        const server = actionServer(url, token.trim(), output)
        const { user, expiresAt } = getOperatorToken.answer.parse(
          await server.call(getOperatorToken, { address: getOperatorToken.path }).catch((error: unknown) => {
            if (error instanceof RefusedError) throw new RefusedError('This token is unknown or has ended')
            throw error
          }),
        )
        await writeLogin(env, { url, token: token.trim(), alias: user.alias, expiresAt })
        return {
          document: { url, user, expiresAt },
          text: `Signed in to ${url} as ${printable(user.alias)} until ${expiresAt}.`,
        }
      })

      /** Signs in for as long as it takes to create the token. */
      async function tokenByPassword(site: string): Promise<string | null> {
        const email = await prompts.ask('Email')
        const password = email === null ? null : await prompts.ask('Password', true)
        if (email === null || password === null) return null
        const visitor = actionServer(site, null, output)
        const session = signIn.answer.parse(
          await visitor.call(signIn, { address: signIn.path, body: { email, password } }),
        )
        const player = actionServer(site, session.token, output)
        try {
          if (!session.permissions.includes('ledger.operate'))
            throw new RefusedError(`${printable(session.user.alias)} lacks the permission ledger.operate`)
          const made = await player.call(createOperatorToken, { address: createOperatorToken.path, body: {} })
          return createOperatorToken.answer.parse(made).token
        } finally {
          await player.call(endSession, { address: endSession.path, body: {} }).catch(() => {})
        }
      }
    })
}

export function logoutCommand({ output, env, runOnConfig }: CommandContext): Command {
  return new Command('logout')
    .description('end the token of "ledger login"')
    .option('--json', 'print one JSON document')
    .action(async () => {
      await runOnConfig(async () => {
        const login = await readLogin(env)
        if (login === null) return { document: { url: null }, text: 'You are not signed in.' }
        const { url, token } = login
        await actionServer(url, token, output)
          .call(endOperatorToken, { address: endOperatorToken.path })
          .catch((error: unknown) => {
            // It has ended already.
            if (!(error instanceof RefusedError)) throw error
          })
        await removeLogin(env)
        return { document: { url }, text: `Signed out of ${url}.` }
      })
    })
}

interface Prompts {
  /** Resolves to null if the input is closed. What is typed is not shown if it `isSecret`. */
  ask(question: string, isSecret?: boolean): Promise<string | null>
  close(): void
}

/** Throws UsageError without a terminal. */
function openPrompts({ terminal, signal }: Output): Prompts {
  if (terminal === null) throw new UsageError('No terminal to ask at')
  const { input, output } = terminal
  let isHidden = false
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input, output: shown, terminal: true, signal })
  const typed = lines[Symbol.asyncIterator]()
  return {
    async ask(question, isSecret = false) {
      lines.setPrompt(`${question}: `)
      lines.prompt()
      isHidden = isSecret
      const line = await typed.next()
      isHidden = false
      if (isSecret) output.write('\n')
      return line.done ? null : line.value
    },
    close: () => lines.close(),
  }
}
