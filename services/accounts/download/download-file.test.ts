import { expect, it } from 'vitest'
import { fileNameFor } from './download.ts'

it.each([
  ['Ada', 'stepledger-data-ada.zip'],
  ['a"\r\nSet-Cookie: b=c', 'stepledger-data-a-set-cookie-b-c.zip'],
  ['../../etc/passwd', 'stepledger-data-etc-passwd.zip'],
  ['水曜日', 'stepledger-data.zip'],
])('the file name for the alias %j is safe in headers and folders', (alias, name) => {
  expect(fileNameFor(alias)).toBe(name)
})
