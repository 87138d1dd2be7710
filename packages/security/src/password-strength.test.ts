import { describe, expect, test } from 'vitest'
import { findPasswordWeakness } from './password-strength.ts'

const ada = {
  email: 'ada.lovelace@heddle.test',
  account: 'ada-lovelace-1',
  name: { default: 'Ada Lovelace', ja: 'エイダ・ラブレス・バイロン' },
}

describe('a password', () => {
  test.each([
    ['1234567890', 'common_password'],
    ['Password123', 'common_password'],
    ['ＱＷＥＲＴＹＵＩＯＰ', 'common_password'],
    [' 1234567890 ', 'common_password'],
    ['Ada.Lovelace@heddle.test', 'own_name_password'],
    ['ADA.LOVELACE', 'own_name_password'],
    ['ada-lovelace-1', 'own_name_password'],
    ['ada lovelace', 'own_name_password'],
    ['エイダ・ラブレス・バイロン', 'own_name_password'],
    ['warp and weft', null],
    ['ada.lovelace@heddle.test and a loom', null],
  ])('%s is guessed as %s', (password, weakness) => {
    expect(findPasswordWeakness(password, ada)).toBe(weakness)
  })
})
