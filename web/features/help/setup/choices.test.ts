import { describe, expect, it } from 'vitest'
import { type Choices, chooseMethod, chooseSystem, nothingChosen } from './choices.ts'

const chosen: Choices = { system: 'linux', method: 'theme' }

describe('the choices of the setup guide', () => {
  it('another system takes the method back, the same one does not', () => {
    expect(chooseSystem(chosen, 'macos')).toEqual({ system: 'macos', method: null })
    expect(chooseSystem(chosen, 'linux')).toBe(chosen)
  })

  it('a method is chosen once a system is', () => {
    expect(chooseMethod(nothingChosen, 'module')).toEqual(nothingChosen)
    expect(chooseMethod(chosen, 'module')).toEqual({ system: 'linux', method: 'module' })
  })
})
