import { describe, expect, it } from 'vitest'
import { codeRule } from '@/entities/captcha/rules.ts'
import { emailRule, nameRule, newPasswordRule, passwordRule, repeatRule } from './rules.ts'

const SHORT_NAME = '用户名至少6位数'
const SHORT_PASSWORD = '密码至少需要8位数'

describe('what is typed', () => {
  it.each([
    ['user name', nameRule, '', SHORT_NAME],
    ['user name', nameRule, 'abcde', SHORT_NAME],
    ['user name', nameRule, '  abcde  ', SHORT_NAME],
    ['user name', nameRule, 'abcdef', null],
    ['user name', nameRule, '映库的老朋友', null],
    ['user name', nameRule, 'a'.repeat(32), null],
    ['user name', nameRule, 'a'.repeat(33), '用户名最多32位'],
    ['user name', nameRule, 'ｌｉｎ＿ｘｉａ', null],
    ['user name', nameRule, 'a_b-c.d', null],
    ['user name', nameRule, 'emoji😀😀', '用户名只能包含中文、英文字母、数字和_-.'],
    ['user name', nameRule, 'مستخدم', '用户名只能包含中文、英文字母、数字和_-.'],
    ['user name', nameRule, 'lin xia', '用户名只能包含中文、英文字母、数字和_-.'],
    ['password', passwordRule, '1234567', SHORT_PASSWORD],
    ['password', passwordRule, ' 1234567 ', SHORT_PASSWORD],
    ['password', passwordRule, '12345678', null],
    ['password', passwordRule, '1'.repeat(33), '密码最多32位'],
    ['new password', newPasswordRule, '12345678', null],
    ['new password', newPasswordRule, ' 12345678', '密码首尾不能有空格'],
    ['email', emailRule, 'a@b.org', '安全邮箱'],
    ['email', emailRule, 'ab@b.org', null],
    ['email', emailRule, 'no-address', '安全邮箱'],
    ['email', emailRule, `${'a'.repeat(115)}@b.org`, '安全邮箱'],
    ['captcha', codeRule, 'abc', '请输入4位验证码'],
    ['captcha', codeRule, ' abcd', null],
  ])('%s: %#', (_, rule, text, message) => expect(rule(text)).toBe(message))

  it('a password typed again is the same one', () => {
    expect(repeatRule('12345678', '12345678')).toBeNull()
    expect(repeatRule('12345679', '12345678')).toBe('两次密码输出不一致,请重新输入')
    expect(repeatRule('', '12345678')).toBe(SHORT_PASSWORD)
  })
})
