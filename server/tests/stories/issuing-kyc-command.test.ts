import { expect, test, vi } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { submitsAll } from '../world/kyc.ts'
import { longTest } from '../world/length.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

// In small: with a second person the command says what to do, and does it when it is repeated
longTest('a person decides about customers on the command line: looks, sends back, rejects, approves', async () => {
  await using world = await createWorld()
  const nordwind = await openPartner(world)
  const { prints, runs } = openCommandLine(world)
  const scope = { kind: 'platform', id: 'platform' } as const
  await world.app.staff.add({ by, scope, email: 'ana@florin.example', name: 'Ana', role: 'compliance' })
  await world.app.staff.add({ by, scope, email: 'sam@florin.example', name: 'Sam', role: 'support' })
  const as = (email: string, ...words: string[]) =>
    runs(['--as', `${email}@florin.example`, '--reason', 'Ticket 7.', 'kyc', ...words])
  const { call } = await nordwind.customer()

  expect(await prints('kyc queue')).toBe('No KYC case is pending_review.')
  await submitsAll(world, call)
  await world.runUntilIdle()
  const queue = await prints('kyc queue')
  expect(queue).toMatch(
    /^case +customer +partner +since +identity provider\n1 +cust_\w+ +\d+ +[\dT:Z-]+ +review, provider$/,
  )

  const { printed: shown } = await as('ana', 'show', '1')
  expect(shown).toContain('KYC case 1: pending_review')
  expect(shown).toContain('lastName: Popescu-Țuțuianu')
  expect((await as('sam', 'show', '1')).error?.message).toContain('the permission kyc:review is missing')
  expect((await as('sam', 'approve', '1')).error?.message).toContain('the permission kyc:decide is missing')
  expect(await prints('kyc approve 1')).toContain('Say why')
  expect(await prints('audit --limit 1')).toContain('kycCaseViewed')

  expect((await as('ana', 'ask', '1', 'residence:beautiful')).error).toMatchObject({ code: 'invalid_step' })
  const asked = await as('ana', 'ask', '1', 'residence:address_not_proven', 'gender')
  expect(asked.printed).toBe('KYC case 1 is back with the customer.')
  expect((await as('ana', 'show', '1')).printed).toContain('residence: address_not_proven')
  await submitsAll(world, call)
  expect((await as('ana', 'reject', '1', 'ugly')).error?.message).toContain('Allowed choices are document_expired')
  expect((await as('ana', 'reject', '1', 'screen_copy')).printed).toBe('KYC case 1 is rejected.')
  expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'rejected', rejectReason: 'screen_copy' })

  await submitsAll(world, call)
  expect((await as('ana', 'show', '2')).printed).not.toContain('To be verified again')
  expect((await as('ana', 'approve', '2')).printed).toBe('KYC case 2 is approved.')
  await world.runUntilIdle()
  expect((await as('ana', 'show', '2')).printed).toMatch(/To be verified again 20\d\d-[\dT:-]+Z/)
  expect((await as('ana', 'approve', '2')).error?.message).toContain('The KYC status is approved')
  expect((await as('ana', 'show', '9')).error?.message).toBe('There is no KYC case 9.')
})

test('with a second person the command says what to do, and does it when it is repeated', async () => {
  await using world = await createWorld({ environment: { FLORIN_APPROVALS: 'kyc:decide' } })
  const nordwind = await openPartner(world)
  const { runs } = openCommandLine(world)
  const scope = { kind: 'platform', id: 'platform' } as const
  for (const name of ['ana', 'bob'])
    await world.app.staff.add({ by, scope, email: `${name}@florin.example`, name, role: 'compliance' })
  vi.stubEnv('FLORIN_APPROVALS', 'kyc:decide')
  const as = async (name: string, ...words: string[]) =>
    (await runs(['--as', `${name}@florin.example`, '--reason', 'Ticket 7.', ...words])).printed
  const { call } = await nordwind.customer()
  await submitsAll(world, call)
  expect(await as('ana', 'kyc', 'approve', '1')).toContain('Nothing is done yet: approval 1 waits')
  expect(await as('bob', 'approvals', 'approve', '1')).toBe('Approval 1 is approved.')
  expect(await as('ana', 'kyc', 'approve', '1')).toBe('KYC case 1 is approved.')
  expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'approved' })
})
