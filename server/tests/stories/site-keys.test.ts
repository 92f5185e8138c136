import { expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

type Key = { id: string; endsAt?: string }

async function openStory(environment: Record<string, string> = {}) {
  const world = await createWorld({ environment })
  const shop = await world.merchant()
  const scope = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  const people = await openPeople(world)
  const path = `/sites/${shop.site.id}/keys`
  const entries = () => auditEntriesOf(world.app.db, { subject: { kind: 'site', id: String(shop.site.id) }, limit: 1 })
  return { world, shop, scope, people, path, entries, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

test('a developer makes a new key, which is shown once; the one before it says when it ends, and is shown again with a reason', async () => {
  await using story = await openStory()
  const { people, scope, path, shop, entries } = story
  const dan = await people.person('developer', scope)
  const once = { headers: { 'idempotency-key': 'one-dialog' } }
  const made = await dan.call('POST', path, { body: { reason: 'A laptop was lost.', overlap: 'PT1H' }, ...once })
  expect([made.status, made.body.privateKey]).toEqual([201, expect.stringMatching(/^sk_test_[0-9a-f]{32}$/)])
  const again = await dan.call('POST', path, {
    body: { reason: 'A laptop was lost.', overlap: 'PT1H' },
    changesNothing: true,
    ...once,
  })
  expect(again.status).toBe(409)
  const listed = await dan.call('GET', path)
  const [newest, older] = listed.body.keys as Key[]
  expect([newest!.endsAt, older!.endsAt]).toEqual([undefined, made.body.previousUntil])

  const shown = await dan.call('POST', `${path}/${older!.id}/reveal`, { body: { reason: 'The server lost it.' } })
  expect(String(shown.body.privateKey)).toContain(shop.privateKey)
  const [entry] = await entries()
  expect(entry).toMatchObject({
    action: 'siteKeyRevealed',
    reason: 'The server lost it.',
    actor: `staff ${dan.staff.id}`,
  })
  expect(JSON.stringify(entry!.after)).not.toContain(shop.privateKey)

  story.world.clock.pass({ hours: 1 })
  const ended = await dan.call('POST', `${path}/${older!.id}/reveal`, { body: { reason: 'Once more.' } })
  expect(ended.body.reason).toBe('key_not_found')
})

test('nobody sees the key of a stranger, and no role that only helps or reads sees one', async () => {
  await using story = await openStory()
  const { people, scope, path } = story
  const owner = await people.person('owner', scope)
  const [{ id }] = (await owner.call('GET', path)).body.keys as [Key]
  const body = { reason: 'Let me see it.' }
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  expect((await stranger.call('POST', `${path}/${id}/reveal`, { body })).body.reason).toBe('site_not_found')
  expect((await stranger.call('POST', path, { body })).body.reason).toBe('site_not_found')
  for (const role of ['support', 'finance', 'compliance', 'read-only']) {
    const person = await people.person(role, scope)
    const { status } = await person.call('POST', `${path}/${id}/reveal`, { body })
    expect([role, status]).toEqual([role, 403])
  }
})

test('where two people are wanted, a key is shown once another has approved, and once only', async () => {
  await using story = await openStory({ FLORIN_APPROVALS: 'keys:reveal' })
  const { people, scope, path, shop } = story
  const [dan, mia] = [await people.person('developer', scope), await people.person('owner', scope)]
  const [{ id }] = (await dan.call('GET', path)).body.keys as [Key]
  const body = { reason: 'The server lost it.' }
  const reveal = () => dan.call('POST', `${path}/${id}/reveal`, { body })
  const waiting = await reveal()
  expect([waiting.status, waiting.body.privateKey]).toEqual([202, undefined])
  const { id: approvalId } = waiting.body.approval as { id: string }
  const own = await dan.call('POST', `/approvals/${approvalId}/approve`, { body })
  expect(own.body.reason).toBe('approval_by_same_person')
  await mia.call('POST', `/approvals/${approvalId}/approve`, { body: { reason: 'He does need it.' } })
  const unseen = await dan.call('POST', `/approvals/${approvalId}/carry-out`, { body })
  expect(unseen).toMatchObject({ status: 409, body: { reason: 'approval_not_carried_out' } })
  const shown = await reveal()
  expect(String(shown.body.privateKey)).toContain(shop.privateKey)
  expect((await reveal()).status).toBe(202)
})
