import { rules } from '../rules/rules.ts'
import { noBody, nothing, route } from './route.ts'

export const getRules = route({
  name: 'getRules',
  method: 'GET',
  path: '/api/rules',
  summary: 'The rules in force: windows, weights, grades, and which plays count',
  params: nothing,
  query: nothing,
  body: noBody,
  answer: rules,
})
