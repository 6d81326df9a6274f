import { breaksRule, type Refusal } from '../../platform/http/refusal.ts'

/** 422: the token of a mail's link is unknown, used, replaced or expired. */
export function linkIsOver(): Refusal {
  return breaksRule('token', 'This link has expired or was already used. Request a new one.')
}
