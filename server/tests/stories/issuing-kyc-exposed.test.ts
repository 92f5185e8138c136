import { describe, expect, onTestFinished, test } from 'vitest'
import type { HolderId } from '#issuing/ids'
import { type CaseDecision, decideCase, findCase } from '#issuing/kyc'
import { submits, submitsAll } from '../world/kyc.ts'
import { openPartner } from '../world/partner.ts'
import { platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'a minister' }

describe('a customer who has said to be politically exposed', () => {
  const exposed = async () => {
    const world = await createWorld()
    onTestFinished(() => world[Symbol.asyncDispose]())
    const nordwind = await openPartner(world)
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, { firstName: 'Approve', isPep: true })
    await call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })
    await world.runUntilIdle()
    const caseId = (await findCase(world.app.db, customerId as HolderId))!.id
    const decides = (decision: CaseDecision) => decideCase(world.app, { by, scope: platform, caseId, decision })
    return { world, nordwind, customerId, call, decides }
  }
  const decidedBy = async (world: World) =>
    (await world.query('select action, actor from kyc.case_transitions order by id desc limit 1'))[0]

  test('is decided about by a person in the next case, too', async () => {
    const { world, call, decides } = await exposed()
    await decides({ decision: 'reject', rejectReason: 'declined_by_policy' })
    await submitsAll(world, call, { firstName: 'Approve', isPep: false })
    await world.runUntilIdle()
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
    expect(await world.query('select because from kyc.identity_checks order by id desc limit 1')).toEqual([
      { because: ['politically_exposed'] },
    ])
  })

  test('is decided about by a person when the case is renewed', async () => {
    const { world, nordwind, customerId, decides } = await exposed()
    await decides({ decision: 'approve' })
    await world.runUntilIdle()
    await world.pass({ hours: 24 * 731 })
    const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId } })
    const later = nordwind.withToken(String(login.body.accessToken))
    for (const step of ['personal-info', 'residence', 'wealth-and-income', 'pep'] as const)
      await submits(later, step, step === 'personal-info' ? { firstName: 'Approve' } : {})
    await world.runUntilIdle()
    expect((await later('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
    expect(await decidedBy(world)).toMatchObject({ action: 'submit' })
  })

  test('takes no step again that was not sent back', async () => {
    const { world, call, decides } = await exposed()
    await decides({ decision: 'ask', steps: [{ step: 'wealth-and-income', rejectReason: undefined }] })
    expect((await submits(call, 'pep', { isPep: false })).body).toMatchObject({
      code: 409,
      reason: 'kyc_step_not_sent_back',
      allowed: ['wealth-and-income'],
    })
    await submits(call, 'wealth-and-income')
    await world.runUntilIdle()
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
  })
})
