import { breaksRule, type HttpError } from '../../platform/http/http-error.ts'

/** 422: the token of a mail's link is unknown, used, replaced or expired. */
export function linkIsOver(): HttpError {
  return breaksRule('token', 'This link has expired or was already used. Request a new one.')
}
