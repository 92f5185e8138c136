import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOfAna, formSteps, handsInDocuments, submits, submitsAll } from '../world/kyc.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const hostedSteps = ['id-verification', 'poa-verification'] as const

let world: World
let nordwind: PartnerFixture
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the steps of KYC', () => {
  test('begin a case with the first one, name what is missing, and hand it in with the last one', async () => {
    const { customerId, call } = await nordwind.customer()
    const allSteps = [...formSteps, ...hostedSteps]
    expect((await call('GET', '/kyc')).body).toEqual({
      status: 'not_started',
      steps: Object.fromEntries(allSteps.map((step) => [step, false])),
      missing: allSteps,
    })
    await handsInDocuments(world, call)
    const left = [...formSteps]
    for (const step of formSteps.toReversed()) {
      left.pop()
      const { status, body } = await submits(call, step)
      expect([status, body]).toEqual([
        200,
        { status: left.length === 0 ? 'pending_review' : 'in_progress', missing: left },
      ])
    }
    expect((await call('GET', '/kyc')).body).toEqual({
      status: 'pending_review',
      steps: Object.fromEntries(allSteps.map((step) => [step, true])),
      missing: [],
    })
    const events = await world.query(
      `select body::jsonb -> 'data' ->> 'status' as status from webhooks.events where holder_id = '${customerId}' order by id`,
    )
    expect(events.map(({ status }) => status)).toEqual(['in_progress', 'pending_review'])
  })

  test('may be corrected until then, and every version stays', async () => {
    const { customerId, call } = await nordwind.customer()
    await submits(call, 'residence')
    await submits(call, 'residence', { city: 'Cluj-Napoca' })
    expect(await submissionsOf(customerId)).toEqual(['residence', 'residence'])
    await submitsAll(world, call)
    const refused = await submits(call, 'residence', { city: 'Sibiu' })
    expect(refused.body).toMatchObject({ code: 409, reason: 'kyc_not_open', allowed: [] })
    expect(await submissionsOf(customerId)).toHaveLength(4 + formSteps.length)
  })

  test('ask for a confirmation after a yes to politically exposed persons, and again after another answer', async () => {
    const { call } = await nordwind.customer()
    const confirm = () => call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })
    expect((await confirm()).body).toMatchObject({ code: 409, reason: 'pep_not_answered', allowed: ['pep'] })
    expect((await submitsAll(world, call, { isPep: true })).body).toEqual({
      status: 'in_progress',
      missing: ['confirm-pep'],
    })
    await submits(call, 'gender')
    const answer = {
      isPep: true,
      relation: 'family',
      position: 'Member of parliament',
      country: 'RO',
      since: '2020-12-20',
    }
    await submits(call, 'pep', answer)
    expect((await call('GET', '/kyc')).body).toMatchObject({ missing: ['confirm-pep'] })
    expect((await confirm()).body).toEqual({ status: 'pending_review', missing: [] })
  })

  test('take a confirmation after a no, and one that is not true nowhere', async () => {
    const { call } = await nordwind.customer()
    await submits(call, 'pep')
    expect((await call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })).status).toBe(200)
    const refused = await call('POST', '/kyc/confirm-pep', { body: { confirmed: false } })
    expect(refused.body).toMatchObject({ code: 400, field: 'confirmed' })
  })

  test.each([
    ['agreement', { accepted: false }, 'accepted'],
    ['agreement', { termsVersion: '' }, 'termsVersion'],
    ['personal-info', { firstName: '7' }, 'firstName'],
    ['personal-info', { lastName: undefined }, 'lastName'],
    ['personal-info', { dateOfBirth: '1990-02-29' }, 'dateOfBirth'],
    ['personal-info', { dateOfBirth: '28.02.1990' }, 'dateOfBirth'],
    ['personal-info', { nationality: 'ZZ' }, 'nationality'],
    ['personal-info', { otherNationalities: ['DE', 'XX'] }, 'otherNationalities[1]'],
    ['personal-info', { phoneNumber: '0721 234 567' }, 'phoneNumber'],
    ['residence', { country: 'Romania' }, 'country'],
    ['residence', { street: 'x'.repeat(151) }, 'street'],
    ['residence', { postalCode: '5004;14' }, 'postalCode'],
    ['gender', { gender: 'yes' }, 'gender'],
    ['birthplace', { city: '' }, 'city'],
    ['wealth-and-income', { sourceOfFunds: 'a friend' }, 'sourceOfFunds'],
    ['wealth-and-income', { annualIncome: '-1' }, 'annualIncome'],
    ['wealth-and-income', { annualIncome: '1.999' }, 'annualIncome'],
    ['wealth-and-income', { incomeCurrency: 'XTS' }, 'incomeCurrency'],
    ['pep', { isPep: 'perhaps' }, 'isPep'],
    ['pep', { isPep: true, relation: 'neighbour' }, 'relation'],
  ] as const)('refuse %s with %o and name the field', async (step, changes, field) => {
    const { call } = await nordwind.customer()
    expect((await submits(call, step, changes)).body).toMatchObject({ code: 400, field, message: expect.any(String) })
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'not_started' })
  })

  test('refuse a child until its birthday, by the clock in UTC', async () => {
    const { call } = await nordwind.customer()
    const birthday = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1 })
    const dateOfBirth = birthday.subtract({ years: 18 }).toString()
    const refused = await submits(call, 'personal-info', { dateOfBirth })
    expect(refused.body).toMatchObject({ code: 400, reason: 'age_out_of_range', field: 'dateOfBirth' })
    world.clock.set(birthday.toZonedDateTime('UTC').toInstant())
    const { customerId } = await nordwind.customer('later@example.com')
    const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    const now = nordwind.withToken(login.body.accessToken as string)
    expect((await submits(now, 'personal-info', { dateOfBirth })).status).toBe(200)
  })

  test('take numbers and texts for amounts, and leave alone what they do not know', async () => {
    const { call } = await nordwind.customer()
    const body = { ...answersOfAna['wealth-and-income'], annualIncome: 24_000.5, pets: 2 }
    expect((await call('POST', '/kyc/wealth-and-income', { body })).status).toBe(200)
  })

  // In small: a repeated key decides once; where two people are needed the call waits, is approved, and decides
  longTest('are taken once for one Idempotency-Key', async () => {
    const { customerId, call } = await nordwind.customer()
    const headers = { 'idempotency-key': 'gender-1' }
    for (let n = 0; n < 3; n++) await call('POST', '/kyc/gender', { body: answersOfAna.gender, headers })
    expect(await submissionsOf(customerId)).toEqual(['gender'])
    const other = await call('POST', '/kyc/gender', { body: { gender: 'male' }, headers })
    expect(other.status).toBe(409)
  })

  test('are counted: a customer cannot fill the disk', async () => {
    const { call } = await nordwind.customer()
    for (let n = 0; n < 100; n++) expect((await submits(call, 'gender')).status).toBe(200)
    const refused = await submits(call, 'gender')
    expect(refused).toMatchObject({ status: 429, body: { reason: 'too_many_submissions' } })
    expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('submitted at the same moment are all stored, and the case is handed in once', async () => {
    const { customerId, call } = await nordwind.customer()
    const [, ...replies] = await Promise.all([
      handsInDocuments(world, call),
      ...formSteps.map((step) => submits(call, step)),
    ])
    expect(replies.map(({ status }) => status)).toEqual(formSteps.map(() => 200))
    expect((await submissionsOf(customerId)).toSorted()).toEqual([...formSteps, ...hostedSteps].toSorted())
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review', missing: [] })
    const [{ count } = {}] = await world.query(
      `select count(*) from kyc.identity_checks k join kyc.cases c on c.id = k.case_id where c.holder_id = '${customerId}'`,
    )
    expect(count).toBe(1n)
  })
})

test('what customers say is stored under a key and is in no log', async () => {
  const { call } = await nordwind.customer()
  await submitsAll(world, call)
  await world.runUntilIdle()
  await submits(call, 'residence', { country: 'Zizinului' })
  await submits(call, 'personal-info', { dateOfBirth: '1990-02-30', firstName: 'Ana', phoneNumber: '0721234567' })
  const words = ['Țuțuianu', 'Zizinului', 'Sighișoara', '721234567', '1990-02-28', '1990-02-30', 'Baker']
  const places = {
    log: world.logged,
    submissions: await textsOf('kyc.submissions'),
    cases: await textsOf('kyc.cases'),
    checks: await textsOf('kyc.identity_checks'),
    events: await textsOf('outbox.events'),
    webhooks: await textsOf('webhooks.events'),
    audit: await textsOf('directory.audit'),
    keys: await textsOf('florin.idempotency_keys'),
  }
  const found = Object.entries(places).flatMap(([place, texts]) =>
    words
      .flatMap((word) => [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64')])
      .filter((word) => texts.some((text) => text.includes(word)))
      .map((word) => `${place}: ${word}`),
  )
  expect(found).toEqual([])
  expect(places.submissions.length).toBeGreaterThan(10)
})

const textsOf = async (table: string): Promise<string[]> =>
  (await world.query(`select t::text as text from ${table} t`)).map(({ text }) => String(text))

const submissionsOf = async (customerId: string): Promise<unknown[]> =>
  (
    await world.query(
      `select s.step from kyc.submissions s join kyc.cases c on c.id = s.case_id
       where c.holder_id = '${customerId}' order by s.id`,
    )
  ).map(({ step }) => step)
