import { expect } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'

// In small: a refund is a refund and a void a void: neither does the other
longTest(
  'an operator finds, shows and refunds a payment by command, and the audit says who did what to each',
  async () => {
    const shop = await openShop({}, { ownTime: true })
    const { runs, prints } = openCommandLine(shop.world)
    const office = officeOf(shop)
    await office.request('POST', '/customer', { identifier: 'ana-17', email: 'Ana@Example.com' })
    const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
    const order = { customerId: '1001', orderType: 'purchase', amount: '25.00', currency: 'EUR', ...card }
    const auth = { ...order, cardTransactionMode: 'auth' }
    await office.request('POST', '/order', { ...order, externalOrderId: 'rye-42' })
    await office.request('POST', '/order', { ...auth, externalOrderId: 'oat-43' })
    await office.request('POST', '/order', { ...auth, externalOrderId: 'spelt-44' })

    for (const text of ['rye-42', 'ana@example.com'])
      expect(await prints(`payment find ${text}`), text).toMatch(/^1001 .*deposit .*captured .*25\.00 EUR/m)
    expect(await prints('payment find rye-4')).toContain("Nothing was found. Looked for: the store's order rye-4;")

    await office.request('PUT', '/transaction/1002', { amount: '20.00' })
    const demand = { amount: '5.00', reason: 'customer-demand', message: 'The bread was stale.' }
    expect((await office.request('DELETE', '/transaction/1001', demand)).body.data.transactionStatus).toBe('refund-ok')
    const refunded = await runs(['--reason', 'ticket 712', 'payment', 'refund', '1001', '--amount', '6.00'])
    expect(refunded.printed).toBe('Refund 1005 of 6.00 EUR is refunded.')
    expect(await prints('payment refund 1001 --amount 14.01')).toContain('At most 14.00 EUR of this transaction')
    expect(await prints('payment show 99')).toBe('There is no such transaction.')

    const whole = await prints('payment show 1001')
    expect(whole).toContain('deposit 1001 is captured (complete-ok), at site 10001 of merchant 101')
    for (const part of ["1001, the store's rye-42", '411111******1111', 'refund: yes, at most 14.00', 'capture: no. '])
      expect(whole).toContain(part)
    const json = JSON.parse(await prints('payment show 1001 --json'))
    expect(json).toMatchObject({ refunded: '11.00', followers: [{ id: '1004' }, { id: '1005' }] })

    expect(await prints('order list 10001 --status complete-ok')).toMatch(/^1001 .*rye-42 .*25\.00 EUR/m)
    expect(await prints('order find oat-43')).toMatch(/^1002 .*oat-43/m)
    expect(await prints('order show 1001')).toMatch(/^1005 +refund +refunded +6\.00/m)
    expect(await prints('order bill 1001')).toBe(
      'The order owes nothing that waits for a retry; it is billed when it falls due.',
    )
    expect(await prints('shopper find ana-17')).toMatch(/^1001 +10001 +ana-17 +Ana@Example\.com/im)
    expect(await prints('session list')).toBe('There are none.')
    expect(await prints('session end 99')).toBe('There is no such session.')

    await runs(['clock', 'run', 'P8D'])
    const audits = async (id: string) => (await prints(`audit --about payment/${id}`)).split('\n').slice(1)
    const [byCommand, byKey] = await audits('1001')
    expect(byCommand).toMatch(/operator +refundRequested +site 10001 +payment 1001 +ticket 712 +command line of/)
    expect(byKey).toMatch(/site key \d+ +refundRequested .*The bread was stale\. +127\.0\.0\.1/)
    expect(await audits('1002')).toEqual([expect.stringMatching(/site key \d+ +captureRequested/)])
    expect(await audits('1003')).toEqual([expect.stringMatching(/resolve payments +voidRequested .* worker$/)])
  },
)

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('an operator ends a subscription with what is paid by command, reads how it ends, and keeps it', async () => {
  const shop = await openShop({}, { ownTime: true })
  const { runs, prints } = openCommandLine(shop.world)
  const office = officeOf(shop)
  await office.request('POST', '/customer', { identifier: 'ana-17', email: 'Ana@Example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', saveCard: '1' }
  const recurring = {
    orderType: 'recurring',
    amount: '5.00',
    currency: 'EUR',
    intervalType: 'month',
    intervalValue: '1',
  }
  await office.request('POST', '/order', { customerId: '1001', ...recurring, ...card, externalOrderId: 'rye' })
  const ends = async (way: string) =>
    (await runs(['--reason', 'not baked any more', 'order', 'cancel', '1001', way])).printed
  expect(await ends('--after-next-bill')).toMatch(/^Order 1001 ends after its next bill, on 2\S+Z\.$/)
  expect(await prints('order show 1001')).toMatch(
    /^Cancelled by its merchant: it ends when its last bill is paid, on 2\S+Z$/m,
  )
  expect(await ends('--with-paid-period')).toMatch(/^Order 1001 is not billed again, and ends on 2\S+Z\.$/)
  const shown = await prints('order show 1001')
  expect(shown).toMatch(/^Cancelled by its merchant: it ends without another bill, on 2\S+Z$/m)
  expect(shown).toMatch(/^Why: not baked any more$/m)
  expect(await prints('order keep 1001')).toBe('Order 1001 goes on.')
  const both = await runs(['order', 'cancel', '1001', '--after-next-bill', '--with-paid-period'])
  expect(both.printed).toMatch(/'--with-paid-period' cannot be used with option '--after-next-bill'/)
})
