import { isCommonPassword } from '#core/access'
import type { Secret } from '#kernel/base/secret.ts'
import { refuse } from './refusals.ts'

/** The documented rule (wire fact 6.1): at least 8 characters with a lower and an upper case letter, a digit and a symbol. */
const lengthMin = 8
export const passwordLengthMax = 256

/**
 * Refuses a password that breaks the rule, or that everybody tries first: a common word, however it is decorated
 * (`P@ssw0rd1!`), or the own address.
 */
export function assertGoodPassword(password: Secret<string>, email: string, field = 'password'): void {
  const text = password.reveal().normalize('NFC')
  const problems = rules.filter(([isKept]) => !isKept(text)).map(([, rule]) => rule)
  if (problems.length > 0) throw refuse('weak_password', { field, rule: new Intl.ListFormat('en').format(problems) })
  if (isCommonPassword(text, email)) throw refuse('common_password', { field })
}

/** Refuses a new password that is the current one. */
export function assertNewPassword(password: Secret<string>, current: Secret<string>): void {
  const [next, before] = [password, current].map((one) => one.reveal().normalize('NFC'))
  if (next === before) throw refuse('same_password', { field: 'newPassword' })
}

const rules: readonly (readonly [isKept: (text: string) => boolean, rule: string])[] = [
  [(text) => [...text].length >= lengthMin, `at least ${lengthMin} characters`],
  [(text) => /\p{Ll}/u.test(text), 'a lower case letter'],
  [(text) => /\p{Lu}/u.test(text), 'an upper case letter'],
  [(text) => /\p{Nd}/u.test(text), 'a digit'],
  [(text) => /[^\p{L}\p{N}]/u.test(text), 'a symbol'],
]
