import { z } from 'zod'
import { playerId } from '../../ids.ts'
import { visibleTextError } from './visible-text.ts'

function characterError(alias: string): string | null {
  if (/\s/u.test(alias)) return 'Alias must not contain spaces'
  const error = visibleTextError(alias)
  if (error !== null) return `Alias ${error}`
  // Addresses and operators name a player by id or alias, so it would stand for the player of that id.
  if (playerId.safeParse(alias).success) return 'Alias must not be the id of a player'
  return null
}

/** The public name of a player. Shared by form and server, including the error texts. */
export const alias = z
  .string('Alias is required')
  .trim()
  .min(1, 'Alias is required')
  .min(3, 'Alias must be at least 3 characters long')
  .max(50, 'Alias must be no more than 50 characters long')
  .superRefine((text, context) => {
    const error = characterError(text)
    if (error !== null) context.addIssue(error)
  })
