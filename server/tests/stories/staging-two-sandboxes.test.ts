import { expect, onTestFinished, test } from 'vitest'
import { databaseRecord, fallbackCard } from '#connectors/acquirer/sandbox/index.ts'
import { readConfig } from '../../src/app/config.ts'
import { newCustomer, openApi, orders, typedCard } from '../world/api.ts'
import { fieldOf } from '../world/shopper.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'command line' }

/** Staging with the connectors `sandbox` and `backup`, and rules that try them in this order. */
async function openStaging(...order: string[]) {
  const world = await createWorld({ environment: { FLORIN_SANDBOX_CONNECTORS: 'sandbox,backup' } })
  onTestFinished(async () => {
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  for (const [index, connector] of order.entries())
    await world.app.routing.addRule({ by, rule: { priority: index + 1, connector } })
  const merchant = await world.merchant()
  const payments = () => world.query('select status, connector from payments.payments order by id')
  return { world, merchant, payments }
}

test('the card that shows a fallback is declined by one sandbox and approved by the other', async () => {
  const { world, merchant, payments } = await openStaging('sandbox', 'backup')
  const client = (await openApi(world)).client(merchant.privateKey)
  const { data } = await orders(client, await newCustomer(client), { ...typedCard, cardNumber: fallbackCard.number })
  await world.runUntilIdle()
  expect(await client.get(`/transaction/${data.transactionId}`)).toMatchObject({
    data: { transactionStatus: 'complete-ok' },
  })
  expect(merchant.receiver.requests.map((request) => request.open())).toMatchObject([
    { transactionStatus: 'complete-ok' },
  ])
  expect(await payments()).toEqual([{ status: 'captured', connector: 'backup' }])
  const outcomes = async (connector: string) =>
    (await databaseRecord(world.app.db, connector).everything()).map(({ kind, result }) => `${kind} ${result.outcome}`)
  expect(await outcomes('sandbox')).toEqual(['sale declined'])
  expect(await outcomes('backup')).toEqual(['sale approved'])
})

test('the bank of staging challenges the shoppers of each sandbox', async () => {
  const { merchant, payments } = await openStaging('backup')
  const ana = await merchant.sends({ amount: '30.00' })
  expect((await ana.pays()).text).toContain('Your bank wants to be sure that it is you')
  expect((await ana.answersChallenge('00000')).address).toBe(`${ana.address}/return`)
  expect(await payments()).toEqual([{ status: 'captured', connector: 'backup' }])
})

test('the desk shows what each sandbox took, newest first, and disputes it there', async () => {
  const { world, merchant, payments } = await openStaging()
  await (await merchant.sends({ amount: '3.00' })).pays()
  await world.pass({ minutes: 1 })
  await world.app.routing.addRule({ by, rule: { priority: 1, connector: 'backup' } })
  await (await merchant.sends({ amount: '4.00' })).pays()
  const url = '/sandbox/disputes'
  const page = (await world.http.inject({ method: 'GET', url })).body
  const shown = ['4.00 EUR', '<code>backup</code>', '3.00 EUR', '<code>sandbox</code>'].map((text) =>
    page.indexOf(text),
  )
  expect(shown).not.toContain(-1)
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))

  const dispute = { authorization: fieldOf(page, 'authorization'), do: 'open', amount: '4.00', reason: 'fraud' }
  await world.http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(dispute).toString(),
  })
  await world.runUntilIdle()
  expect(await payments()).toEqual([
    { status: 'captured', connector: 'sandbox' },
    { status: 'disputed', connector: 'backup' },
    { status: 'opened', connector: 'backup' },
  ])
})

test('the configuration names the sandboxes, the first of them the default', () => {
  const named = (text: string) => readConfig({ FLORIN_SANDBOX_CONNECTORS: text }).sandboxConnectors
  expect(readConfig({}).sandboxConnectors).toEqual(['sandbox'])
  expect(named('backup, sandbox')).toEqual(['backup', 'sandbox'])
  expect(() => named('a,B')).toThrow('FLORIN_SANDBOX_CONNECTORS: B: a name is small letters, digits and dashes')
  expect(() => named('a,')).toThrow('FLORIN_SANDBOX_CONNECTORS: an empty name')
  expect(() => named('a,a')).toThrow('FLORIN_SANDBOX_CONNECTORS: each name once')
  expect(() => named('a,b,c,d,e,f,g,h,i,j,k')).toThrow('FLORIN_SANDBOX_CONNECTORS: at most 10 connectors')
})
