import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { counter } from '../conformance-counter.ts'
import { type BankVisit, type ChallengeInput, codeTriesMax, rightCode, visitBank } from './bank.ts'
import { memoryRecord } from './memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

async function atTheBank() {
  const [record, clock] = [memoryRecord(), clockInHand()]
  const { challenge, acquirer } = counter(sandboxUnderTest(record, clock))
  const { requested, redirect } = await challenge.begin()
  const paReq = redirect.redirect.fields.PaReq ?? ''
  const submit = (input: ChallengeInput): Promise<BankVisit> => visitBank({ record, clock }, paReq, input)
  return {
    paReq,
    submit,
    record,
    stranger: (request: string) => visitBank({ record, clock }, request, { code: rightCode }),
    completeChallenge: async (visit: BankVisit) => {
      const response = visit.shows === 'way back' ? visit.fields : {}
      return (await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response })).outcome
    },
  }
}

test('the cardholder sees what they are asked to pay, and to whom', async () => {
  const { submit } = await atTheBank()
  expect(await submit(undefined)).toMatchObject({
    shows: 'challenge',
    requested: { amount: { minor: 3000n, currency: 'EUR' }, merchant: 'BAKERY', cardTail: '5599' },
    triesLeft: codeTriesMax,
    codeWrong: false,
  })
})

test('the right code leads back to the store with the way to go on', async () => {
  const { submit, completeChallenge } = await atTheBank()
  const visit = await submit({ code: rightCode })
  expect(visit).toMatchObject({ shows: 'way back', url: 'https://pay.example.com/back' })
  expect(await completeChallenge(visit)).toBe('approved')
})

test('a wrong code may be corrected twice; the third one ends it', async () => {
  const { submit, completeChallenge } = await atTheBank()
  expect(await submit({ code: '11111' })).toMatchObject({ shows: 'challenge', triesLeft: 2, codeWrong: true })
  expect(await submit({ code: '' })).toMatchObject({ shows: 'challenge', triesLeft: 1, codeWrong: true })
  const visit = await submit({ code: '0000' })
  expect(visit.shows).toBe('way back')
  expect(await submit({ code: rightCode })).toEqual(visit)
  expect(await completeChallenge(visit)).toBe('declined')
})

test('a code corrected in time is as good as one that was right at once', async () => {
  const { submit, completeChallenge } = await atTheBank()
  await submit({ code: '11111' })
  expect(await completeChallenge(await submit({ code: rightCode }))).toBe('approved')
})

test('a cardholder who cancels is not authenticated, and cannot change that', async () => {
  const { submit, completeChallenge } = await atTheBank()
  const visit = await submit('cancel')
  expect(await submit({ code: rightCode })).toEqual(visit)
  expect(await completeChallenge(visit)).toBe('declined')
})

test('guesses made in many windows at once are still three, and a right one after them is too late', async () => {
  const { submit, record, completeChallenge } = await atTheBank()
  const guesses = [...Array.from({ length: 8 }, () => '12345'), rightCode]
  const visits = await Promise.all(guesses.map((code) => submit({ code })))
  const outcomes = (await record.everything()).filter(({ kind }) => kind === 'bank').map(({ result }) => result.outcome)
  expect(outcomes.slice(0, 3)).toEqual(['code_wrong', 'code_wrong', 'not_authenticated'])
  expect(outcomes).not.toContain('authenticated')
  expect(visits.slice(3)).toEqual(visits.slice(3).map(() => visits[2]))
  expect(await completeChallenge(visits.at(-1)!)).toBe('declined')
})

test('a request that the sandbox did not make opens nothing', async () => {
  const { stranger, paReq } = await atTheBank()
  const bytes = Buffer.from(paReq, 'base64url')
  const guessed = Buffer.concat([bytes.subarray(0, 16), Buffer.alloc(24)]).toString('base64url')
  for (const request of [guessed, '', 'x', paReq.slice(0, -1), `${paReq}A`])
    expect(await stranger(request)).toEqual({ shows: 'nothing here' })
})
