import { rules } from '../rules/rules.ts'
import { route } from './route.ts'

export const getRules = route('getRules', 'GET /api/rules', {
  summary: 'Get the current rules: windows, weights, grades and eligibility',
  answer: rules,
})
