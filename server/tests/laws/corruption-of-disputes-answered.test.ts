import { expect, onTestFinished, test } from 'vitest'
import {
  addEvidenceFile,
  changeEvidence,
  findCase,
  removeEvidenceFile,
  respondToDispute,
  showDispute,
} from '#acquiring/disputes'
import type { PaymentId } from '#acquiring/ids'
import { sealAll } from '../../src/audit/seal.ts'
import { answeredDisputeCorruptions } from '../world/corruptions-of-disputes-answered.ts'
import { banksOf } from '../world/disputes.ts'
import { isLong } from '../world/length.ts'
import { pdf } from '../world/media.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'

const by = { actor: 'operator', fromWhere: 'test', reason: 'A law tries it.' }

/** Disputes that were won by evidence, accepted, left to expire, and one that can still be answered. */
async function historyOfAnswers() {
  const fixture = await makePaymentsFixture()
  const { world } = fixture
  onTestFinished(() => world[Symbol.asyncDispose]())
  await world.merchant()
  const scope = { kind: 'merchant', id: String(fixture.site.merchantId) } as const
  await world.app.staff.add({ by, scope, email: 'ana@crumb.example', name: 'Ana', role: 'finance' })
  const disputed = async () => {
    const payment = await fixture.pays()
    await banksOf(fixture).disputes(payment)
    return { id: (await fixture.followersOf(payment))[0]!.id as PaymentId }
  }
  const expired = await disputed()
  await world.pass({ hours: 24 * 7 })
  const won = await disputed()
  await changeEvidence(world.app, { by, dispute: won, changes: { explanation: 'It was sent: winning_evidence.' } })
  await addEvidenceFile(world.app, { by, dispute: won, kind: 'receipt', content: pdf() })
  await addEvidenceFile(world.app, { by, dispute: won, kind: 'other', content: pdf() })
  const { files } = await showDispute(world.app, (await findCase(world.app.db, won.id))!, { isOperator: true })
  await removeEvidenceFile(world.app, { by, dispute: won, fileId: files[1]!.id })
  await respondToDispute(world.app, { by, dispute: won, action: 'submit' })
  await respondToDispute(world.app, { by, dispute: await disputed(), action: 'accept' })
  await world.pass({ minutes: 10 })
  await disputed()
  const statuses = await world.query('select status from disputes.cases order by id')
  expect(statuses.map(({ status }) => status)).toEqual(['expired', 'won', 'lost', 'needsResponse'])
  expect(await findCase(world.app.db, expired.id)).toMatchObject({ status: 'expired' })
  return world
}

test('whatever is done to answered disputes by hand, verify names the row; without seals, what cannot be true', async () => {
  const world = await historyOfAnswers()
  const unsealedDatabase = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(world.app)
  expect(await unseenWithoutSeals(unsealedDatabase, impossible, verified)).toEqual([])
  await sealAll(world.app)
  const database = await openRolledBack(world.databaseUrl)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  // The seals find most of them alike, so npm test tries every third.
  const tried = answeredDisputeCorruptions.filter((_, index) => isLong || index % 3 === 0)
  expect(await unseenCorruptions(database, tried, verified)).toEqual([])
  expect(answeredDisputeCorruptions.length).toBeGreaterThan(30)
})

/** What verify should say, and what is done. */
const impossible = {
  'its history has an impossible transition': `update disputes.case_transitions set action = 'accept' where action = 'submit'`,
  'its history does not end in its status': `update disputes.cases set status = 'responded' where status = 'expired'`,
  'it is not as its chargeback': 'update disputes.cases set minor = minor + 1',
  'it has not ended as its chargeback': `update disputes.cases set status = 'won' where status = 'lost'`,
  'the acquirer has reported another deadline or reason': `update disputes.cases set respond_by = respond_by + interval '1 day'`,
  'what is to be done about it is due never, or at another time': `update disputes.cases set due_at = null where status = 'needsResponse'`,
  'it has a request without a response, or a response without a request':
    'update disputes.cases set request_key = null',
  'it has evidence, and nobody was asked for any': `delete from disputes.case_transitions where action = 'requestResponse'`,
  'it was submitted with evidence that is gone': `
    with files as (update disputes.documents set status = 'removed', data_key = null, removed_at = created_at where status = 'stored')
    update disputes.cases set evidence = null, evidence_digest = null`,
  'its evidence was deleted, and is still there or still needed': `
    insert into directory.audit (occurred_at, actor, from_where, action, owner_kind, owner_id, subject_type, subject_id)
    select occurred_at, actor, from_where, 'disputeEvidenceDeleted', owner_kind, owner_id, subject_type, subject_id
    from directory.audit where action = 'disputeEvidenceSubmitted'`,
  'it is to a person who does not work for its merchant': `
    with person as (insert into access.staff (scope_kind, scope_id, email, name, role, created_at)
      values ('platform', 'platform', 'x@florin.example', 'X', 'owner', now()) returning id)
    update staff_emails.emails set staff_id = (select id from person)`,
  'it holds another number of pieces than were stored': 'update disputes.documents set bytes = bytes + 1',
  'it does not open as what it says it is: it was altered, or its master key is not in the key file': `update disputes.cases set evidence = evidence || '\\x00'`,
}
