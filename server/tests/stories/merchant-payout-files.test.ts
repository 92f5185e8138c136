import { readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MerchantId } from '#core/directory'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { booksOf, ibanEnding } from '../world/merchant-payouts.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { scratchFolder } from '../world/scratch.ts'
import { exportAs, openPeople, type People, type Person } from '../world/staff.ts'

/** An operator without a connection to the bank, who has a second person for large things. */
const environment = {
  FLORIN_BANK: 'file',
  FLORIN_BANK_HOLDER: 'Florin Payments SRL',
  FLORIN_BANK_IBAN: 'RO49 AAAA 1B31 0075 9384 0000',
  FLORIN_BANK_BIC: 'AAAAROBU',
  FLORIN_APPROVALS: 'merchant-payouts:create,bank-accounts:change',
}

describe('money to merchants by the staff interface and by files', () => {
  let fixture: PaymentsFixture
  let merchantId: MerchantId
  let people: People
  let ana: Person
  let ben: Person
  beforeAll(async () => {
    fixture = await makePaymentsFixture({}, { environment })
    merchantId = fixture.site.merchantId
    people = await openPeople(fixture.world)
    ana = await people.person('finance')
    ben = await people.person('finance')
  })
  /** Whatever was done here, in any order, the books agree at the end. */
  afterAll(async () => {
    expect((await fixture.world.verify()).differences).toEqual([])
    await fixture.world[Symbol.asyncDispose]()
  })
  const reason = 'contract of May'
  const of = (path: string) => `/merchants/${merchantId}${path}`
  const approves = async (approval: unknown) => {
    const { id } = approval as { id: string }
    expect((await ben.call('POST', `/approvals/${id}/approve`, { body: { reason } })).status).toBe(200)
  }
  const refusal = '<StsRsnInf><Rsn><Cd>AC01</Cd></Rsn></StsRsnInf>'
  const status = (endToEndId: string, code: string) =>
    `<TxInfAndSts><OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId><TxSts>${code}</TxSts>${code === 'RJCT' ? refusal : ''}</TxInfAndSts>`
  const imports = (...transfers: string[]) => {
    const content = `<Document><CstmrPmtStsRpt>${transfers.join('')}</CstmrPmtStsRpt></Document>`
    return ana.call('POST', '/merchant-payout-files/import', { body: { reason, content } })
  }

  test('a bank account and a payout by hand wait for a second person, and are made once', async () => {
    const terms = await ana.call('PATCH', of('/payout-terms'), {
      body: { reason, schedule: 'weekly mon', timeZone: 'Europe/Bucharest', minimums: ['5.00 EUR'], delayDays: 1 },
    })
    expect([terms.status, terms.body]).toMatchObject([
      200,
      { schedule: 'weekly MON', minimums: ['5.00 EUR'], nextPayoutAt: '2026-05-11T03:00:00.000Z', holdReason: null },
    ])
    const iban = ibanEnding('3000').replace('DE', 'de ')
    const account = { reason, currency: 'EUR', holderName: 'Crumb & Co.', iban }
    const adds = () => ana.call('POST', of('/bank-accounts'), { body: account })
    const asked = await adds()
    expect([asked.status, asked.body]).toMatchObject([202, { approval: { action: 'bank-accounts:change' } }])
    await approves(asked.body.approval)
    const added = await adds()
    expect([added.status, added.body]).toMatchObject([201, { lastFour: '3000', country: 'DE', status: 'active' }])
    expect(JSON.stringify([asked.body, added.body])).not.toContain(ibanEnding('3000'))

    await fixture.pays({ amount: '100.00' })
    for (const hours of [24, 48]) await fixture.world.pass({ hours })
    const pays = () => ana.call('POST', of('/payouts'), { body: { reason, currency: 'EUR', amount: '50.00' } })
    const waits = await pays()
    expect(waits.body.approval).toMatchObject({ request: { account: { holderName: 'Crumb & Co.', lastFour: '3000' } } })
    await approves(waits.body.approval)
    const { id } = waits.body.approval as { id: string }
    expect((await ana.call('POST', `/approvals/${id}/carry-out`, { body: { reason } })).body).toHaveProperty('made.id')
    expect((await pays()).status).toBe(409)
    const balance = (await ana.call('GET', of('/balance'))).body
    expect(balance).toMatchObject({
      merchantId: String(merchantId),
      balances: [{ currency: 'EUR', payable: '48.35', available: '48.35', onItsWay: '50.00' }],
    })
    expect(JSON.stringify(fixture.world.logged)).not.toContain(ibanEnding('3000'))
    const audit = (await ana.call('GET', '/audit?size=100')).body.data as { action: string; reason: string }[]
    for (const action of ['payoutTermsChanged', 'bankAccountAdded', 'merchantPayoutCreated'])
      expect(audit.find((entry) => entry.action === action)).toMatchObject({ reason, actor: `staff ${ana.staff.id}` })
  })

  test('a file takes each payout once, and what the bank says comes back by file', async () => {
    const list = async () =>
      (await ana.call('GET', '/merchant-payouts')).body.data as { id: string; endToEndId: string }[]
    const made = await ana.call('POST', '/merchant-payout-files', { body: { reason } })
    expect([made.status, made.body]).toMatchObject([201, { payouts: 1 }])
    expect((await ana.call('POST', '/merchant-payout-files', { body: { reason } })).body.reason).toBe(
      'no_payouts_to_file',
    )
    const headers = { authorization: `Bearer ${ana.token}` }
    const url = `/staff/v1/merchant-payout-files/${made.body.id}`
    const file = await fixture.world.http.inject({ method: 'GET', url, headers })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/xml'])
    const [payout] = await list()
    for (const part of [payout!.endToEndId, ibanEnding('3000'), '<CtrlSum>50.00</CtrlSum>', 'Crumb + Co.'])
      expect(file.body).toContain(part)
    const cancelled = await ana.call('POST', `/merchant-payouts/${payout!.id}/cancel`, { body: { reason } })
    expect([cancelled.status, cancelled.body.reason]).toEqual([409, 'merchant_payout_state'])

    const reply = await imports(status(payout!.endToEndId, 'ACSC'), status('of-others', 'ACSC'))
    expect(reply.body).toEqual({
      transfers: [
        { endToEndId: payout!.endToEndId, reported: 'paid', outcome: 'recorded', payoutId: payout!.id, status: 'paid' },
        { endToEndId: 'of-others', reported: 'paid', outcome: 'unknown' },
      ],
    })
    const outcomes = async (code: string) =>
      ((await imports(status(payout!.endToEndId, code))).body.transfers as { outcome: string }[])[0]!.outcome
    expect([await outcomes('ACSC'), await outcomes('RJCT')]).toEqual(['same', 'impossible'])
    expect((await imports('<a>')).body).toMatchObject({ reason: 'bank_file_unreadable', field: 'content' })
    expect(await booksOf(fixture.world, merchantId)).toEqual({ 'bank:operating': '50.00', payable: '48.35' })
    const { body } = await ana.call('GET', `/merchant-payouts/${payout!.id}`)
    expect(body).toMatchObject({
      items: [{ kind: 'batch', amount: '98.35', batchId: expect.any(String) }],
      otherAmount: '-48.35',
      history: [{ action: 'create' }, { action: 'submit' }, { action: 'pay', actor: `staff ${ana.staff.id}` }],
    })
  })

  test('what is held stays out of a file, and a bank that refuses a file refuses what is in it', async () => {
    const pays = () => ana.call('POST', of('/payouts'), { body: { reason, currency: 'EUR', amount: '10.00' } })
    await approves((await pays()).body.approval)
    expect((await pays()).status).toBe(201)
    const makes = () => ana.call('POST', '/merchant-payout-files', { body: { reason } })
    const [account] = (await ana.call('GET', of('/bank-accounts'))).body.bankAccounts as { id: string }[]
    const holds: [method: 'PATCH' | 'POST', path: string, on: object, off: [path: string, body: object]][] = [
      ['POST', `/bank-accounts/${account!.id}/hold`, {}, [`/bank-accounts/${account!.id}/release`, {}]],
      ['PATCH', '/payout-terms', { hold: true }, ['/payout-terms', { hold: false }]],
    ]
    for (const [method, path, on, [after, off]] of holds) {
      expect((await ana.call(method, of(path), { body: { reason, ...on } })).status).toBe(200)
      expect((await makes()).body.reason).toBe('no_payouts_to_file')
      expect((await ana.call(method, of(after), { body: { reason, ...off } })).status).toBe(200)
    }
    const { messageId } = (await makes()).body as { messageId: string }
    const [{ id, endToEndId }] = (await ana.call('GET', '/merchant-payouts')).body.data as [
      { id: string; endToEndId: string },
    ]
    const paid = (amount: string) =>
      status(endToEndId, 'ACSC').replace(
        '</TxInfAndSts>',
        `<OrgnlTxRef><Amt>${amount}</Amt></OrgnlTxRef></TxInfAndSts>`,
      )
    for (const other of ['<InstdAmt Ccy="EUR">9.00</InstdAmt>', '<InstdAmt Ccy="RON">10.00</InstdAmt>'])
      expect((await imports(paid(other))).body.transfers).toMatchObject([{ outcome: 'differs', status: 'submitted' }])
    const refused = (message: string, group: string) =>
      imports(
        `<OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>
         <OrgnlPmtInfId>${message}-${group}</OrgnlPmtInfId><PmtInfSts>RJCT</PmtInfSts>${refusal}</OrgnlPmtInfAndSts>`,
      )
    for (const [message, group] of [
      [messageId, 'RON'],
      ['of-others', 'EUR'],
    ] as const)
      expect((await refused(message, group)).body.transfers).toEqual([
        { endToEndId: message, reported: 'rejected', outcome: 'unknown' },
      ])
    expect((await refused(messageId, 'EUR')).body.transfers).toEqual([
      { endToEndId, reported: 'rejected', outcome: 'recorded', payoutId: id, status: 'failed' },
    ])
    expect(await booksOf(fixture.world, merchantId)).toEqual({ 'bank:operating': '50.00', payable: '48.35' })
  })

  test('staff of a merchant see their own money, and nothing of others', async () => {
    const theirs = await people.person('owner', { kind: 'merchant', id: String(merchantId) })
    const others = await people.person('owner', { kind: 'merchant', id: '999' })
    const exported = (by: Person, query = '') => exportAs(fixture.world, by, `merchant-payouts${query}`)
    const { lines, name } = await exported(theirs, '?from=2026-01-01&timeZone=Europe/Paris')
    expect(name).toBe(`attachment; filename="merchant-payouts-merchant-${merchantId}-from-2026-01-01-Europe-Paris.csv"`)
    expect(lines[0]).toMatch(/^id,merchant_id,created_at,paid_at,status,currency,amount,.*,times are in Europe\/Paris$/)
    expect(lines[1]).toMatch(new RegExp(`^1001,${merchantId},2026-05-[^,]+\\+02:00,.*,EUR,\\d+\\.\\d\\d,`))
    for (const query of ['', `?merchantId=${merchantId}`]) expect((await exported(others, query)).lines).toHaveLength(1)
    const [payout] = (await ana.call('GET', '/merchant-payouts')).body.data as { id: string; endToEndId: string }[]
    const paths = [of('/balance'), of('/payout-terms'), of('/bank-accounts'), `/merchant-payouts/${payout!.id}`]
    for (const path of paths) {
      expect([path, (await theirs.call('GET', path)).status]).toEqual([path, 200])
      expect([path, (await others.call('GET', path)).status]).toEqual([path, 404])
    }
    const total = async (by: Person, query = '') => (await by.call('GET', `/merchant-payouts${query}`)).body.total
    expect([await total(theirs), await total(others, `?merchantId=${merchantId}`)]).toEqual([2, 0])
    for (const query of ['status=failed', 'status=!paid&created=last-30d', `currency=EUR&text=${payout!.endToEndId}`])
      expect([query, await total(theirs, `?${query}`)]).toEqual([query, 1])
    const changes = await theirs.call('PATCH', of('/payout-terms'), { body: { reason, schedule: 'daily' } })
    expect([changes.status, changes.body.reason]).toEqual([403, 'operator_only'])
  })

  test('what cannot be is refused by field, and nothing changes', async () => {
    const refused = async (method: 'POST' | 'PATCH', path: string, body: object) => {
      const reply = await ana.call(method, path, { body: { reason, ...body } })
      return [reply.status, reply.body.reason, reply.body.field]
    }
    const terms = (body: object) => refused('PATCH', of('/payout-terms'), body)
    expect(await terms({ schedule: 'hourly' })).toEqual([400, 'invalid_schedule', 'schedule'])
    expect(await terms({ minimums: ['5.00'] })).toEqual([400, 'invalid_payout_minimum', 'minimums'])
    expect(await terms({ reserveBasisPoints: 100 })).toEqual([400, 'invalid_reserve', 'reserveBasisPoints'])
    const account = (body: object) =>
      refused('POST', of('/bank-accounts'), { currency: 'EUR', holderName: 'Crumb', ...body })
    expect(await account({})).toEqual([400, 'invalid_bank_account', 'iban'])
    expect(await account({ iban: 'DE89370400440532013001' })).toEqual([400, 'invalid_iban', 'iban'])
    expect(await account({ accountNumber: '12' })).toEqual([400, 'invalid_account_number', 'accountNumber'])
    expect(await account({ accountNumber: '123456' })).toEqual([400, 'invalid_bic', 'bic'])
    expect(await account({ accountNumber: '123456', bic: 'COBADEFF' })).toEqual([
      400,
      'invalid_bank_country',
      'country',
    ])
    const both = { iban: ibanEnding('3000'), accountNumber: '123456' }
    expect(await account(both)).toEqual([400, 'invalid_bank_account', 'accountNumber'])
    expect(await account({ iban: ibanEnding('3000'), holderName: '«»' })).toEqual([
      400,
      'invalid_account_holder',
      'holderName',
    ])
    expect(await refused('POST', '/merchants/999/payouts', { currency: 'EUR' })).toEqual([
      404,
      'merchant_unknown',
      'merchantId',
    ])
    expect(await refused('POST', of('/payouts'), { currency: 'EUR', amount: '1.005' })).toEqual([
      400,
      'invalid_payout_amount',
      'amount',
    ])
    const [, noAccount] = await refused('POST', of('/bank-accounts/999/hold'), {})
    const [, noPayout] = await refused('POST', '/merchant-payouts/999/pay', {})
    expect([noAccount, noPayout]).toEqual(['bank_account_not_found', 'merchant_payout_not_found'])
    expect((await ana.call('GET', '/merchant-payout-files/999')).body.reason).toBe('payout_file_not_found')
  })

  // In small: a bank account and a payout by hand wait for a second person, and are made once
  longTest('an operator does the same on the command line', async () => {
    const { world, pays } = fixture
    const { FLORIN_APPROVALS: _two, ...alone } = environment
    for (const [name, value] of Object.entries(alone)) vi.stubEnv(name, value)
    const { runs } = openCommandLine(world)
    const florin = async (...words: string[]) => {
      const { printed, error } = await runs(['--reason', 'ticket 7', ...words])
      return [printed, error?.message].filter((text) => text).join('\n')
    }
    const id = String(merchantId)
    await pays({ amount: '100.00' })
    for (const hours of [24, 48]) await world.pass({ hours })
    expect(await florin('merchant', 'terms', id, '--reserve', '500', '--reserve-days', '30')).toContain(
      'reserve    5% of captures for 30 days',
    )
    const wrong = async (...words: string[]) => florin('merchant', 'terms', id, ...words)
    expect(await wrong('--time-zone', '+02:00')).toContain('Use the IANA name of a time zone')
    expect(await wrong('--delay-days', '91')).toContain('whole number of days from 0 to 90')
    expect(await wrong('--delay-days', 'x')).toContain('--delay-days is a whole number from 0')
    const coins = await florin('bank-account', 'add', id, '--currency', 'BTC', '--holder', 'Crumb')
    expect(coins).toContain('The currency must be one of USD, EUR')
    expect(await florin('merchant', 'hold-payouts', id)).toContain('on hold    ticket 7')
    const held = await florin('merchant', 'balance', id)
    expect(held).toMatch(/available {12}146\.70.*Nothing is paid now: payouts are on hold: ticket 7\./s)
    expect(await florin('merchant-payout', 'create', '--merchant', id)).toContain('payouts are on hold: ticket 7')
    expect(await florin('merchant', 'release-payouts', id)).toContain('on hold    no')
    const tooMuch = await florin('merchant-payout', 'create', '--merchant', id, '--amount', '147.00')
    expect(tooMuch).toContain('At most 146.70')
    const created = await florin('merchant-payout', 'create', '--merchant', id, '--amount', '46.70')
    const [, payout] = /^Payout (\d+) of 46\.70 EUR is created\.$/.exec(created) ?? []
    const path = join(await scratchFolder('payouts-'), 'payouts.xml')
    onTestFinished(() => rm(dirname(path), { recursive: true }))
    expect(await florin('merchant-payout', 'export', path)).toContain(`1 payouts are in ${path}`)
    expect(await readFile(path, 'utf8')).toContain(ibanEnding('3000'))
    expect(await florin('merchant-payout', 'export', path)).toContain('is there already')
    expect(await florin('merchant-payout', 'export', `${path}.2`)).toBe('No payout waits for a file.')
    expect(await florin('merchant-payout', 'paid', payout!, '--reference', 'B-7')).toContain('is paid')
    const statement = `${path}.camt`
    const endToEndId = String((await ana.call('GET', `/merchant-payouts/${payout}`)).body.endToEndId)
    const back = `<TxDtls><Refs><EndToEndId>${endToEndId}</EndToEndId></Refs><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`
    const entry = `<Ntry><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>${back}</Ntry>`
    await writeFile(statement, `<Document><BkToCstmrStmt>${entry}</BkToCstmrStmt></Document>`)
    expect(await florin('merchant-payout', 'import', statement)).toMatch(/returned +recorded +\d+ +returned/)
    await writeFile(statement, (await readFile(statement, 'utf8')).replace(endToEndId, 'ofOthers'))
    expect(await florin('merchant-payout', 'import', statement)).toMatch(/ofOthers +returned +unknown/)
    expect(process.exitCode).toBe(1)
    process.exitCode = undefined
    expect(await florin('merchant-payout', 'list', '--merchant', id)).toContain('3 of 3')
    const shown = await florin('merchant-payout', 'show', payout!)
    for (const line of ['everything else', 'AC04', 'returned']) expect(shown).toContain(line)
    expect(await florin('bank-account', 'list', id)).toContain(`payout ${payout} was returned: AC04`)
    const account = ['--currency', 'EUR', '--holder', 'Crumb & Co.', '--iban', ibanEnding('3004')]
    expect(await florin('bank-account', 'add', id, ...account)).toMatch(
      /^Bank account 50\d is added; it is paid to from /,
    )
    expect(await florin('bank-account', 'list', id)).toContain('…3004')
    expect(await florin('merchant', 'balance', '999')).toBe(
      'There is no merchant 999. Which there are: florin merchant list',
    )
  })
})
