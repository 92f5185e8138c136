import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { type AcquirerUnderTest, counter } from '#connectors/acquirer/conformance-counter.ts'
import type { Challenge } from '#connectors/acquirer/port.ts'
import { codeTriesMax, memoryRecord, rightCode } from '#connectors/acquirer/sandbox/index.ts'
import { clockInHand, sandboxUnderTest, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { sandboxBank } from '../../src/surfaces/sandbox/sandbox-bank.ts'

let http: FastifyInstance
let sandbox: AcquirerUnderTest

beforeEach(async () => {
  const [record, clock] = [memoryRecord(), clockInHand()]
  http = Fastify()
  await http.register(sandboxBank({ records: [memoryRecord(), record], clock }), { prefix: '/sandbox/bank' })
  sandbox = { ...sandboxUnderTest(record, clock), challenge: { card: typedCard('5555555555555599'), result } }
})
afterEach(() => http.close())

acquirerConformance(
  'the sandbox with its bank in a browser',
  { challenges: true, disputes: false },
  async () => sandbox,
)

test('the page of the bank says what is paid, to whom and with which card, and posts to itself', async () => {
  const { redirect } = await challenged()
  const page = await post(redirect.redirect.fields)
  expect(page.status).toBe(200)
  expect(page.text).toContain('€30.00')
  expect(page.text).toContain('BAKERY')
  expect(page.text).toContain('•••• 5599')
  expect(page.text).toContain(rightCode)
  expect(page.form).toMatchObject({ action: '/sandbox/bank', method: 'post' })
  expect(page.form.fields.PaReq).toBe(redirect.redirect.fields.PaReq)
})

test('the page speaks the language of the browser', async () => {
  const { redirect } = await challenged()
  const page = await post(redirect.redirect.fields, { 'accept-language': 'ro-RO' })
  expect(page.text).toContain('<html lang="ro"')
})

test('a wrong code is shown as wrong, and the third returns the cardholder without success', async () => {
  const { redirect } = await challenged()
  const first = await post(redirect.redirect.fields)
  for (let tries = 1; tries < codeTriesMax; tries++) {
    const again = await post({ ...first.form.fields, code: '12345', decision: 'confirm' })
    expect(again.text).toContain('aria-invalid="true"')
    expect(again.text).toContain(`You can try ${codeTriesMax - tries} more time`)
    expect(again.text).toContain('The code of this bank is always 00000.')
  }
  const back = await post({ ...first.form.fields, code: '12345', decision: 'confirm' })
  expect(back.form.action).toBe('https://pay.example.com/back')
})

test('an empty form is pointed out and costs no try', async () => {
  const { redirect } = await challenged()
  const fields = { PaReq: redirect.redirect.fields.PaReq ?? '', decision: 'confirm', code: ' ' }
  for (let tries = 0; tries <= codeTriesMax; tries++) expect((await post(fields)).text).toContain('aria-invalid="true"')
  const back = await post({ ...fields, code: rightCode })
  expect(back.form.action).toBe('https://pay.example.com/back')
})

test('the way back is a form that works without script, and leads to the address of the request alone', async () => {
  const { redirect } = await challenged()
  const back = await post({
    ...redirect.redirect.fields,
    TermsUrl: 'https://evil.example/',
    code: rightCode,
    decision: 'confirm',
  })
  expect(back.form).toMatchObject({ action: 'https://pay.example.com/back', method: 'post' })
  expect(Object.keys(back.form.fields)).toEqual(['PaRes', 'MD'])
  expect(back.text).toContain('<button')
  expect(back.policy).toContain("default-src 'none'")
  expect(back.policy).not.toContain('unsafe')
})

test('a visitor without a request finds nothing', async () => {
  const { redirect } = await challenged()
  const answers = [
    await http.inject('/sandbox/bank'),
    await post({}),
    await post({ PaReq: 'x'.repeat(201) }),
    await post({ PaReq: `${redirect.redirect.fields.PaReq?.slice(0, 30)}AAAAAAAAAAAAAAAAAAAAAAAA`, code: rightCode }),
  ]
  expect(answers.map((result) => ('status' in result ? result.status : result.statusCode))).toEqual([
    404, 404, 404, 404,
  ])
})

test('nothing of the bank is kept by the browser', async () => {
  const { redirect } = await challenged()
  expect((await post(redirect.redirect.fields)).cache).toBe('no-store')
})

const challenged = () => counter(sandbox).challenge.begin()

/** A browser: it opens the form of the challenge, fills in the next one, and stops where it would leave the bank. */
async function result({ redirect }: Challenge, as: 'cardholder' | 'stranger'): Promise<Record<string, string>> {
  const page = await post(redirect.fields)
  const typed = as === 'cardholder' ? { code: rightCode, decision: 'confirm' } : { code: '', decision: 'cancel' }
  const back = await post({ ...page.form.fields, ...typed })
  return back.form.fields
}

async function post(fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) {
  const reply = await http.inject({
    method: 'POST',
    url: '/sandbox/bank',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return {
    status: reply.statusCode,
    text: reply.body,
    form: formIn(reply.body),
    policy: String(reply.headers['content-security-policy']),
    cache: reply.headers['cache-control'],
  }
}

function formIn(page: string) {
  const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
  const form = /<form[^>]*>/.exec(page)?.[0] ?? ''
  const hidden = page.match(/<input[^>]*type="hidden"[^>]*>/g) ?? []
  return {
    action: attribute(form, 'action'),
    method: attribute(form, 'method'),
    fields: Object.fromEntries(hidden.map((input) => [attribute(input, 'name'), attribute(input, 'value')])),
  }
}
