import { getSystemErrorMap } from 'node:util'
import type { Command } from 'commander'
import { z } from 'zod'

const fileError = z.object({
  code: z.string(),
  errno: z.int(),
  syscall: z.string(),
  path: z.string(),
})

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'there is a file of this name',
}

const verbs: Readonly<Record<string, string>> = {
  mkdir: 'created',
  read: 'read',
  scandir: 'read',
  write: 'written',
}

/** Throws an error of `path` again, with its path: those of reading and writing have none. */
export function rethrowWithPath(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

/**
 * A sentence about a file or folder that could not be used, which names the option of the command that it was given by;
 * null for errors that are not of a file. `isArgument`: whether the command line names this file, and not one that the
 * command found by itself.
 */
export function explainFileError(
  error: unknown,
  command: Command | null,
): { readonly text: string; readonly isArgument: boolean } | null {
  const parsed = fileError.safeParse(error)
  if (!parsed.success) return null
  const { code, errno, syscall, path } = parsed.data
  const values: Record<string, unknown> = command?.opts() ?? {}
  const option = command?.options.find((one) => values[one.attributeName()] === path)
  const reason = reasons[code] ?? getSystemErrorMap().get(errno)?.[1] ?? code
  const text = `${path} cannot be ${verbs[syscall] ?? 'opened'}: ${reason}`
  return {
    text: option ? `${option.long}: ${text}` : text,
    isArgument: option !== undefined || (command?.args.includes(path) ?? false),
  }
}
