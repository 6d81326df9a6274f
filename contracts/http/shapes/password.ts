import { z } from 'zod'

/** `missing`: the error text if there is none. */
export const password = (missing = 'Password is required') =>
  z.string(missing).max(1000, 'Password must be no more than 1000 characters long')

/** A password that a player signs in with. */
export const enteredPassword = password().min(1, 'Password is required')

/** A newly chosen password. */
export const newPassword = enteredPassword.min(6, 'Password must be at least 6 characters long')
