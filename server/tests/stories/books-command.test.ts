import { expect } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { openShop } from '../world/shop.ts'
import { openShopper } from '../world/shopper.ts'

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('florin books prints what was booked, debits first, and goes on after an entry', async () => {
  const shop = await openShop({}, { ownTime: true })
  const { prints } = openCommandLine(shop.world)
  expect(await prints('books')).toBe('')
  for (const amount of ['10.00', '20.00'])
    await (await openShopper({ ...shop, http: shop.world.http }, { amount })).pays()

  const [first, second, ...more] = (await prints('books --json')).split('\n').map((line) => JSON.parse(line))
  expect(more).toEqual([])
  expect(first).toMatchObject({
    recipe: 'paymentCaptured',
    lines: [
      { account: 'acquirer:captured', side: 'debit', amount: '10.00', currency: 'EUR' },
      { account: 'income:fees', side: 'credit', amount: '0.39', currency: 'EUR' },
      { account: `merchant:${shop.site.merchantId}:pending`, side: 'credit', amount: '9.61', currency: 'EUR' },
    ],
  })
  expect(JSON.parse(await prints(`books --json --after ${first.id}`))).toEqual(second)
  expect(JSON.parse(await prints('books --json --limit 1'))).toEqual(first)
  expect((await prints(`books --after ${first.id}`)).split('\n')).toEqual([
    expect.stringMatching(/^\d+ {2}\S+Z {2}paymentCaptured {2}payment \d+$/),
    expect.stringMatching(/^ {4}debit {3}acquirer:captured +20\.00 EUR$/),
    expect.stringMatching(/^ {4}credit {2}income:fees +0\.53 EUR$/),
    expect.stringMatching(/^ {4}credit {2}merchant:\d+:pending +19\.47 EUR$/),
  ])
})
