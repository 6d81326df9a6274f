import { type HttpError, invalidField } from '../../platform/http/http-error.ts'

/** 422 for a token that is unknown, used, replaced or expired. */
export function invalidLinkError(): HttpError {
  return invalidField('token', 'This link has expired or was already used. Request a new one.')
}
