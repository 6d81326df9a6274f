import { breaksRule, type HttpError } from '../../platform/http/http-error.ts'

/** 422 for a token that is unknown, used, replaced or expired. */
export function linkIsOver(): HttpError {
  return breaksRule('token', 'This link has expired or was already used. Request a new one.')
}
