import { expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { openPaymentsFixture } from '../world/payments-fixture.ts'

test('what has no result is listed with its age, its inquiries, and what ends it', async () => {
  const fixture = await openPaymentsFixture({})
  const { world, acquirerProxy } = fixture
  const { prints } = openCommandLine(world)
  const refunded = await fixture.pays()
  await world.pass({ hours: 26 })
  acquirerProxy.next('refund', 'response lost')
  const refund = await fixture.reverses(refunded)
  acquirerProxy.next('authorize', 'response lost')
  const payment = await fixture.pays()
  const at = (time: Temporal.Instant) => time.toString({ fractionalSecondDigits: 3 })
  const since = world.clock.now()
  const lines = (await prints('payment unresolved')).split('\n')
  expect(lines[0]).toMatch(/^id +type +status +amount +connector +since +inquiries +next +ends/)
  expect(lines.find((line) => line.startsWith(`${refund.id} `))).toMatch(
    new RegExp(` sandbox +${at(since)} +0 +\\S+ +a report by ${at(since.add({ hours: 24 * 7 }))}, or a person$`),
  )
  expect(lines.find((line) => line.startsWith(`${payment.id} `))).toMatch(/ reversed at \S+$/)
})
