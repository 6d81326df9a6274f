import { rules } from '../rules/rules.ts'
import { noBody, nothing, route } from './route.ts'

export const getRules = route({
  name: 'getRules',
  method: 'GET',
  path: '/api/rules',
  summary: 'Get the current rules: windows, weights, grades and eligibility',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: rules,
})
