import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorOf, type StaffAuthor } from '#core/access'
import { openPeople, type People, type Person, platform } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

describe('approvals and the token of a person that another one has made', () => {
  let world: World
  let people: People
  let boss: Person
  let ana: Person
  let bob: Person
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_APPROVALS: 'kyc:decide' } })
    people = await openPeople(world)
    boss = await people.person('owner')
    ana = await people.person('compliance')
    bob = await people.person('compliance')
  })
  afterAll(() => world[Symbol.asyncDispose]())

  type Made = Awaited<ReturnType<typeof made>>
  /** A token of `of`, which `by` makes in the dashboard and could keep. */
  const made = async ({ by, of }: { by: Person; of: Person }) => {
    const maker = { actor: `staff ${by.staff.id}`, fromWhere: 'dashboard', staffId: by.staff.id }
    const made = await world.app.staff.createToken({ by: maker, staffId: of.staff.id, name: 'program' })
    const token = made.token.reveal()
    return { call: people.calling(token), caller: (await world.app.staff.ofToken(token))! }
  }
  let cases = 0
  const waiting = async (by: StaffAuthor): Promise<string> => {
    const subject = { type: 'kycCase', id: String(++cases) }
    const request = { decision: 'approve' }
    const cleared = await world.app.approvals.require({ by, action: 'kyc:decide', owner: platform, subject, request })
    if (cleared.allowed) throw new Error('it needs no approval')
    return String(cleared.approval.id)
  }
  const asks = ({ caller }: Pick<Made, 'caller'>) =>
    waiting(authorOf({ caller, ip: '203.0.113.9', body: { reason: 'The documents are right.' } }))
  const asksAlone = async ({ token }: Person) => asks({ caller: (await world.app.staff.ofToken(token))! })
  const reason = { body: { reason: 'I have looked at them too.' } }
  const refused = { status: 403, body: { reason: 'approval_by_own_token' } }

  test('does not approve what its maker has asked for; its person does, without it', async () => {
    const program = await made({ by: boss, of: bob })
    const id = await asksAlone(boss)
    expect(await program.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject(refused)
    expect(await bob.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({ status: 200 })
  })

  test('does not ask for what its maker approves, nor another token of the same maker; somebody else does', async () => {
    const id = await asks(await made({ by: boss, of: bob }))
    const other = await made({ by: boss, of: ana })
    expect(await boss.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject(refused)
    expect(await other.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject(refused)
    expect(await ana.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({ status: 200 })
  })

  test('makes no further token, neither for its person nor for others', async () => {
    const bobs = await people.person('owner')
    const body = { reason: 'For another program.', name: 'second program' }
    for (const program of [await made({ by: boss, of: bobs }), await made({ by: bobs, of: bobs })])
      for (const { staff } of [bobs, ana])
        expect(await program.call('POST', `/staff/${staff.id}/tokens`, { body, changesNothing: true })).toMatchObject({
          status: 403,
          body: { reason: 'token_by_token' },
        })
  })

  test('approves what others have asked for, and withdraws what its maker has', async () => {
    const program = await made({ by: boss, of: bob })
    const [id, own] = [await asksAlone(ana), await asksAlone(boss)]
    expect(await program.call('POST', `/approvals/${id}/approve`, reason)).toMatchObject({ status: 200 })
    expect(await program.call('POST', `/approvals/${own}/reject`, reason)).toMatchObject({ status: 200 })
  })
})
