import { expect, it } from 'vitest'
import { refuseCommonPassword, tooCommon } from './account-password.ts'

it.each(['password', 'PassWord', 'ｐａｓｓｗｏｒｄ', 'qwerty', '123456', 'trustno1', 'dragon'])(
  'refuses %s, with the field and the reason',
  (password) => {
    expect(() => refuseCommonPassword(password, 'newPassword')).toThrow(
      expect.objectContaining({ status: 422, message: tooCommon, details: { field: 'newPassword' } }),
    )
  },
)

it.each(['correct horse', 'password of mine', 'zqj7fu', '水曜日の朝は早い'])('takes %s', (password) => {
  expect(() => refuseCommonPassword(password)).not.toThrow()
})
