import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addEvidenceFile,
  changeEvidence,
  deleteOldEvidence,
  findCase,
  removeEvidenceFile,
  respondToDispute,
  rewrapEvidence,
  showDispute,
} from '#acquiring/disputes'
import type { PaymentId } from '#acquiring/ids'
import type { SubmitEvidenceRequest } from '#connectors/acquirer/port.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { jpeg, pdf } from '../world/media.ts'
import { makePaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const by = { actor: 'operator', fromWhere: 'test', reason: 'A test.' }
const keys = generateKeys()
let fixture: PaymentsFixture
let sent: SubmitEvidenceRequest[]
beforeAll(async () => {
  fixture = await makePaymentsFixture({}, { environment: { FLORIN_EVIDENCE_KEPT: 'P30D', FLORIN_KEYS: keys } })
  const { acquirerProxy } = fixture
  const submit = acquirerProxy.submitEvidence
  acquirerProxy.submitEvidence = (request) => {
    sent.push(request)
    return submit(request)
  }
  sent = []
})
afterAll(() => fixture.world[Symbol.asyncDispose]())

const verified = async () => (await fixture.world.verify()).differences
const days = (count: number) => fixture.world.pass({ hours: 24 * count })

/** A dispute with a text, a picture and a file that was removed again. */
async function disputed(text = 'Signed for by Ioana Planted, Str. Planted 7.') {
  const payment = await fixture.pays()
  const name = await banksOf(fixture).disputes(payment)
  const [{ id }] = (await fixture.followersOf(payment)) as unknown as [{ id: PaymentId }]
  const { app } = fixture.world
  const shown = async (ctx: Pick<typeof app, 'db' | 'keys'> = app) =>
    showDispute(ctx, (await findCase(app.db, id))!, { isOperator: true })
  await changeEvidence(app, { by, dispute: { id }, changes: { explanation: text } })
  await addEvidenceFile(app, { by, dispute: { id }, kind: 'other', content: pdf() })
  await removeEvidenceFile(app, { by, dispute: { id }, fileId: (await shown()).files[0]!.id })
  await addEvidenceFile(app, { by, dispute: { id }, kind: 'receipt', content: jpeg() })
  return {
    id,
    shown,
    text: async (...ctx: Parameters<typeof shown>) =>
      (await shown(...ctx)).evidence.find(({ field }) => field === 'explanation')?.text,
    pieces: async () =>
      (
        await fixture.world.query(
          `select from disputes.document_pieces p join disputes.documents d on d.id = p.document_id where d.case_id = ${id}`,
        )
      ).length,
    submits: async () => {
      await respondToDispute(app, { by, dispute: { id }, action: 'submit' })
      await fixture.world.pass({ minutes: 10 })
    },
    isDecided: (how: 'won' | 'lost') => banksOf(fixture).decides(payment, name, how),
  }
}

test('what a merchant says of a shopper is in no row, event or line of the log as it was written', async () => {
  const { id, submits, isDecided, pieces } = await disputed()
  await submits()
  await isDecided('lost')
  expect(await pieces()).toBe(1)
  expect(sent.at(-1)?.text).toContain('Ioana Planted')

  const tables = await fixture.world.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and schemaname !~ '^sandbox'`,
  )
  const texts: string[] = [...fixture.world.logged]
  for (const { name } of tables)
    for (const { row } of await fixture.world.query(`select to_jsonb(t)::text as row from ${String(name)} t`))
      texts.push(`${String(name)}: ${String(row)}`)
  expect(tables.length).toBeGreaterThan(100)
  expect(texts.some((text) => text.startsWith('disputes.cases') && text.includes(String(id)))).toBe(true)
  // Bytes are shown as hexadecimal digits; a JPEG begins with these.
  const planted = ['Planted', Buffer.from('Planted').toString('hex'), jpeg().subarray(0, 12).toString('hex')]
  expect(texts.filter((text) => planted.some((secret) => text.includes(secret)))).toEqual([])
})

test('evidence is deleted when its dispute has been over for its time, and what can still be submitted is kept', async () => {
  const over = await disputed()
  await over.submits()
  await days(29)
  const { id } = over
  await over.isDecided('lost')
  await sealAll(fixture.world.app)
  await days(28)
  expect(await over.text()).toContain('Ioana')
  expect([await over.pieces(), (await over.shown()).files.length]).toEqual([1, 1])
  const draft = await disputed()

  await days(4)
  expect(await over.text()).toBeUndefined()
  expect([await over.pieces(), (await over.shown()).files.length]).toEqual([0, 0])
  expect(await draft.text()).toContain('Ioana')
  const entries = await fixture.world.query(
    `select action, actor, after from directory.audit where subject_type = 'dispute' and subject_id = '${id}' order by id desc limit 2`,
  )
  expect(entries).toMatchObject([
    { action: 'disputeFileDeleted', actor: 'delete old evidence' },
    { action: 'disputeEvidenceDeleted', actor: 'delete old evidence', after: { texts: ['explanation'], files: 1 } },
  ])
  await sealAll(fixture.world.app)
  expect(await verified()).toEqual([])

  // No worker has looked for forty days, so this one can still be responded to by its status.
  fixture.world.clock.pass({ hours: 24 * 40 })
  const { app } = fixture.world
  await deleteOldEvidence({ ...app, evidenceKept: app.config.evidenceKept })
  expect(await draft.text()).toContain('Ioana')
  await fixture.world.pass({ minutes: 1 })
  expect(await draft.shown()).toMatchObject({ status: 'expired' })
})

// In small: the master key is rotated while documents stay readable, and then the older one may go
longTest(
  'the master key is rotated while evidence stays readable and is submitted, and then the older one may go',
  async () => {
    const dispute = await disputed('It was sent to Ioana.')
    const both = withFreshKey(keys, 'documents')
    const file = JSON.parse(both) as { seal: { documents: Record<string, string> } }
    delete file.seal.documents['1']
    const { app } = fixture.world
    const during = { ...app, keys: readKeyRing(both) }
    const after = { ...app, keys: readKeyRing(JSON.stringify(file)) }
    await expect(dispute.text(after)).rejects.toThrow('is not in the key file')

    let rewrapped = 0
    for (let more = 1; more > 0; rewrapped += more) {
      const result = await rewrapEvidence(during, { limit: 1 })
      expect(result.unreadable).toEqual([])
      more = result.rewrapped
    }
    expect(rewrapped).toBeGreaterThanOrEqual(2)
    for (const ctx of [during, after]) expect(await dispute.text(ctx)).toBe('It was sent to Ioana.')
    await expect(dispute.text()).rejects.toThrow('is not in the key file')
    const alien = { ...app, keys: readKeyRing(generateKeys()) }
    await expect(dispute.text(alien)).rejects.toThrow()

    // What this world reads from now on is sealed with the newer key.
    Object.assign(app.keys, after.keys)
    await dispute.submits()
    expect(Buffer.from(sent.at(-1)!.documents[0]!.content)).toEqual(jpeg())
    expect(await verified()).toEqual([])
  },
)
