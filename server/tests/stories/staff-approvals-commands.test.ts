import { expect } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { openPeople, type Person, platform } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('on the command line an approval is listed, shown, approved by another person, and rejected', async () => {
  await using own = await createWorld({ ownTime: true, environment: { FLORIN_APPROVALS: 'kyc:decide' } })
  const { runs } = openCommandLine(own)
  const team = await openPeople(own)
  const [ana, bob] = [await team.person('compliance'), await team.person('compliance')]
  const asked = await own.app.approvals.require({
    by: {
      actor: `staff ${ana.staff.id}`,
      staffId: ana.staff.id,
      fromWhere: 'test',
      reason: 'The documents are right.',
    },
    action: 'kyc:decide',
    owner: platform,
    subject: { type: 'kycCase', id: '7' },
    request: { decision: 'approve' },
  })
  const id = asked.allowed ? '' : String(asked.approval.id)
  const decide = (person: Person, decision: string, reason = 'I have seen them too.') =>
    runs(['--as', person.staff.email, '--reason', reason, 'approvals', decision, id])
  expect((await runs(['approvals', 'list'])).printed).toContain('kycCase 7')
  expect((await runs(['approvals', 'show', id])).printed).toContain('To be done: {"decision":"approve"}')
  expect((await runs(['--reason', 'Because.', 'approvals', 'approve', id])).error?.message).toContain(
    'needs a member of staff by name',
  )
  expect((await decide(ana, 'approve')).error?.message).toBe('Another person than the one who asked has to approve.')
  expect((await decide(bob, 'approve')).printed).toBe(`Approval ${id} is approved.`)
  expect((await runs(['approvals', 'list'])).printed).toBe('No approval is requested.')
  expect((await runs(['approvals', 'show', id])).printed).toContain(`Decided by staff ${bob.staff.id}`)
  expect((await decide(bob, 'reject', 'She has called again.')).printed).toBe(`Approval ${id} is rejected.`)
})
