import { CommanderError } from 'commander'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { Refusal } from '#kernel/base/refusal.ts'
import { failureOf, Mistyped } from './failure.ts'

const databaseError = (code: string) =>
  Object.assign(new DatabaseError('relation "vault.cards" does not exist', 1, 'error'), { code })

test.each<[what: string, error: unknown, exitCode: number, text: string | undefined]>([
  ['help', new CommanderError(0, 'commander.help', '(outputHelp)'), 0, undefined],
  ['an unknown command, which is printed already', new CommanderError(1, 'commander.unknownCommand', ''), 2, undefined],
  ['a value that cannot be read', new Mistyped('"soon" is no duration.'), 2, '"soon" is no duration.'],
  ['a refusal', new Refusal('conflict', 'order_ended', 'The order has ended.'), 1, 'The order has ended.'],
  [
    'no reason where one is needed',
    new Refusal('invalid', 'invalid_reason', 'Say why, in 3 to 1000 characters.'),
    1,
    'Say why, in 3 to 1000 characters. It goes before the command: florin --reason "ticket 12" …',
  ],
  ['a sentence for the operator', new Error('There is no account 7.'), 1, 'There is no account 7.'],
  [
    'a wrong password',
    databaseError('28P01'),
    1,
    expect.stringContaining('the password is wrong. Correct DATABASE_URL'),
  ],
  ['a statement that fails, which is not shown', databaseError('42P01'), 3, undefined],
  ['a bug, which is not shown', new TypeError('undefined is not a function'), 3, undefined],
])('a command that ends with %s', (_what, error, exitCode, text) => {
  const failure = failureOf(error)
  expect(failure).toEqual({ exitCode, text, isUnexpected: exitCode === 3 })
})
