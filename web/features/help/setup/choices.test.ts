import { describe, expect, it } from 'vitest'
import { type Choices, chooseMethod, chooseSystem, nothingChosen } from './choices.ts'

const chosen: Choices = { system: 'linux', method: 'theme' }

describe('the choices of the setup guide', () => {
  it('changing the system resets the method', () => {
    expect(chooseSystem(chosen, 'macos')).toEqual({ system: 'macos', method: null })
    expect(chooseSystem(chosen, 'linux')).toBe(chosen)
  })

  it('a method can be chosen after a system', () => {
    expect(chooseMethod(nothingChosen, 'module')).toEqual(nothingChosen)
    expect(chooseMethod(chosen, 'module')).toEqual({ system: 'linux', method: 'module' })
  })
})
