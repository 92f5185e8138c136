import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CardId } from '#issuing/ids'
import { changeSettings, type Product } from '#issuing/programmes'
import { momentText } from '#kernel/http/json-shape.ts'
import { runDueWorkOnce } from '#kernel/work/due-work.ts'
import { startVisit } from '../world/documents.ts'
import { caseOf, fillsInAddress, formSteps, handsInPassport, submits } from '../world/kyc.ts'
import { longTest } from '../world/length.ts'
import type { CallAs } from '../world/partner.ts'
import { openProduct } from '../world/programme.ts'
import { openPeople, type People } from '../world/staff.ts'
import { openWebhookPartner, type WebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

let world: World
let nordwind: WebhookPartner
let product: Product
let people: People
beforeAll(async () => {
  world = await createWorld({ environment: { FLORIN_KYC_VALID: 'P1Y' } })
  nordwind = await openWebhookPartner(world)
  product = await openProduct(world, nordwind.partner)
  people = await openPeople(world)
})
afterAll(async () => {
  await nordwind[Symbol.asyncDispose]()
  await world[Symbol.asyncDispose]()
})

const confirmedSteps = ['personal-info', 'residence', 'wealth-and-income', 'pep'] as const
const toConfirm = confirmedSteps.map((step) => ({ step, rejectReason: 'confirmation_due' }))

/** An approved customer, whose passport is valid for so long, with an account and a card. */
async function approved(passport: Temporal.DurationLike) {
  const { customerId } = await nordwind.partner.customer()
  // However much later, with a token of now.
  const call: CallAs = async (...request) => {
    const login = await nordwind.partner.asServer('POST', '/auth/login/partner', { body: { customerId } })
    return nordwind.partner.withToken(String(login.body.accessToken))(...request)
  }
  const validTo = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add(passport)
  await handsInPassport(world, call, validTo.toString())
  await fillsInAddress(world, await startVisit(world, call, 'poa'))
  for (const step of formSteps) await submits(call, step)
  const caseId = await caseOf(world, customerId)
  const approve = async () => {
    await world.runUntilIdle()
    // Tokens of staff end after a year.
    const reviewer = await people.person('compliance')
    const body = { reason: 'The documents are right.' }
    expect((await reviewer.call('POST', `/kyc/cases/${caseId}/approve`, { body })).status).toBe(200)
    await world.runUntilIdle()
  }
  await approve()
  await call('POST', '/accounts', { body: { currency: 'EUR' } })
  const issue = () =>
    call('POST', '/cards', { body: { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'One' } })
  const card = (await issue()).body as { id: CardId }
  const kyc = async () => (await call('GET', '/kyc')).body
  const dueAt = async () => (await world.query(`select due_at from kyc.cases where id = ${caseId}`))[0]!.due_at
  const expiries = () =>
    world.query(`select actor, reason from kyc.case_transitions where case_id = ${caseId} and action = 'expire'`)
  return { customerId, caseId, call, validTo, approve, issue, card, kyc, dueAt, expiries }
}

/** The worker looks at this moment. */
async function at(moment: Temporal.Instant): Promise<void> {
  world.clock.set(moment)
  await world.runUntilIdle()
}
const endOf = (day: Temporal.PlainDate) => day.add({ days: 1 }).toZonedDateTime('UTC').toInstant()
const yearLater = (moment: Temporal.Instant) => moment.toZonedDateTimeISO('UTC').add({ years: 1 }).toInstant()

describe('an approved customer is verified again', () => {
  test('on the day after the last one on which the passport is valid: it is asked for again, and nothing else', async () => {
    const { validTo, kyc, customerId } = await approved({ months: 2 })
    await at(endOf(validTo).subtract({ seconds: 1 }))
    expect(await kyc()).toMatchObject({ status: 'approved', missing: [] })
    await at(endOf(validTo))
    expect(await kyc()).toMatchObject({
      status: 'in_progress',
      missing: ['id-verification'],
      sentBack: [{ step: 'id-verification', rejectReason: 'document_expired' }],
    })
    const reported = (await nordwind.received()).filter((one) => one.customerId === customerId).map(({ data }) => data)
    expect(reported.filter(({ status }) => status === 'in_progress')).toEqual([
      { customerId, status: 'in_progress' },
      { customerId, status: 'in_progress' },
    ])
  })

  // In small: on the day after the last one on which the passport is valid: it is asked for again, and nothing else
  longTest('when the approval is too old: what changes in a life is to be confirmed', async () => {
    const { kyc, expiries } = await approved({ years: 4 })
    const end = yearLater(world.clock.now())
    await at(end.subtract({ seconds: 1 }))
    expect(await kyc()).toMatchObject({ status: 'approved' })
    await at(end)
    const { status, missing, sentBack } = await kyc()
    expect([status, missing]).toEqual(['in_progress', confirmedSteps])
    expect(sentBack).toHaveLength(confirmedSteps.length)
    expect(sentBack).toEqual(expect.arrayContaining(toConfirm))
    expect(await expiries()).toEqual([{ actor: 'florin', reason: 'The approval is older than P1Y.' }])
  })

  // In small: on the day after the last one on which the passport is valid: it is asked for again, and nothing else
  longTest('at a moment that persons who review read before', async () => {
    const { caseId, validTo } = await approved({ months: 2 })
    const reviewer = await people.person('compliance')
    const dueAt = momentText(endOf(validTo))
    expect((await reviewer.call('GET', `/kyc/cases/${caseId}`)).body).toMatchObject({ status: 'approved', dueAt })
    const listed = await reviewer.call('GET', `/kyc/cases?status=approved`)
    expect(listed.body.data).toContainEqual(expect.objectContaining({ id: caseId, dueAt }))
    await at(endOf(validTo))
    expect((await reviewer.call('GET', `/kyc/cases/${caseId}`)).body).not.toHaveProperty('dueAt')
  })

  // In small: on the day after the last one on which the passport is valid: it is asked for again, and nothing else
  longTest('after a time that the programme has for itself, and the one for all counts when it has none', async () => {
    const partnerId = nordwind.partner.partner.id
    const holds = (kycValid: string | null) => changeSettings(world.app, { by, partnerId, changes: { kycValid } })
    await holds('P6M')
    const { kyc, dueAt, expiries } = await approved({ years: 4 })
    await holds(null)
    const usual = await approved({ years: 4 })
    expect(await usual.dueAt()).toEqual(yearLater(world.clock.now()))
    await holds('P6M')
    await at((await dueAt()) as Temporal.Instant)
    expect(await kyc()).toMatchObject({ status: 'in_progress' })
    expect(await expiries()).toEqual([{ actor: 'florin', reason: 'The approval is older than P6M.' }])
    await holds(null)
  })

  // In small: on the day after the last one on which the passport is valid: it is asked for again, and nothing else
  longTest('of both, when a worker comes so late that both are over', async () => {
    const { kyc } = await approved({ months: 3 })
    await at(yearLater(world.clock.now()))
    const { sentBack } = await kyc()
    expect(sentBack).toHaveLength(confirmedSteps.length + 1)
    expect(sentBack).toEqual(
      expect.arrayContaining([...toConfirm, { step: 'id-verification', rejectReason: 'document_expired' }]),
    )
  })

  test('the cards that there are go on working, and accounts and cards that there are not wait', async () => {
    const { validTo, call, card, issue } = await approved({ months: 2 })
    await at(endOf(validTo))
    expect((await call('GET', `/cards/${card.id}`)).body).toMatchObject({ status: 'active' })
    expect((await call('GET', `/cards/${card.id}/secrets`)).status).toBe(200)
    for (const step of ['freeze', 'unfreeze'])
      expect((await call('POST', `/cards/${card.id}/${step}`)).status, step).toBe(200)
    const refused = { status: 403, body: { reason: 'kyc_not_approved' } }
    expect(await issue()).toMatchObject(refused)
    expect(await call('POST', '/accounts', { body: { currency: 'USD' } })).toMatchObject(refused)
  })

  test('with the new passport the case is handed in, and its next approval holds for a time of its own', async () => {
    const { validTo, call, kyc, approve, issue, dueAt } = await approved({ months: 2 })
    await at(endOf(validTo))
    await handsInPassport(world, call, validTo.add({ years: 10 }).toString())
    expect(await kyc()).toMatchObject({ status: 'pending_review', missing: [] })
    expect(await dueAt()).toBeNull()
    world.clock.pass({ days: 3 })
    await approve()
    expect(await dueAt()).toEqual(yearLater(world.clock.now()))
    expect((await issue()).status).toBe(201)
  })

  test('once, when several processes look at the same moment', async () => {
    const { validTo, kyc, expiries, caseId } = await approved({ months: 2 })
    world.clock.set(endOf(validTo))
    const held = await world.holdRow('kyc.cases', BigInt(caseId))
    const [again] = world.app.jobs.filter(({ name }) => name === 'verify customers again')
    const workers = Promise.all([again!.run(BigInt(caseId)), again!.run(BigInt(caseId)), again!.run(BigInt(caseId))])
    await world.untilWaiting(1)
    await held.release()
    await workers
    await Promise.all([1, 2, 3].map(() => runDueWorkOnce(world.app.jobs, world.app.log)))
    expect(await kyc()).toMatchObject({ status: 'in_progress', missing: ['id-verification'] })
    expect(await expiries()).toHaveLength(1)
    const sentBack = await world.query(`select step from kyc.sent_back where case_id = ${caseId}`)
    expect(sentBack).toEqual([{ step: 'id-verification' }])
  })
})

test('seals and checks agree with everything that was done', async () => {
  await world.runUntilIdle()
  expect((await world.verify()).differences).toEqual([])
})
