import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openShop } from '../world/shop.ts'

/** Wire fact 12, row 15: clients expect back what they sent of the cardholder, and what is known of the card's bank. */

const by = { actor: 'ana', fromWhere: 'test' }
const managed = { ...typedCard, orderType: 'managed' }
const visa = { bin: '411111', brand: 'visa', type: 'credit', level: 'classic', countryCode: 'RO' }

test('the sandbox knows its cards, and a loaded table knows better, at once and in every process', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const { cardId, transactionId } = (await orders(client, customerId, managed)).data
  const binOf = async () => (await client.get(`/card/${cardId}?customerId=${customerId}`)).data.binInfo
  expect(await binOf()).toEqual({ ...visa, bank: 'Florin Sandbox Bank' })

  const lines = ['bin,brand,type,level,country,bank', '411111,visa,debit,gold,de,"Bank, One"', '555555,,,,FR,Two']
  expect(await world.app.bins.load({ by, file: [lines.join('\n')] })).toBe(2)

  const loaded = { ...visa, type: 'debit', level: 'gold', countryCode: 'DE', bank: 'Bank, One' }
  expect(await binOf()).toEqual(loaded)
  expect((await client.get(`/card?customerId=${customerId}`)).items).toMatchObject([{ binInfo: loaded }])
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({ card: { binInfo: loaded } })
})

test('a table replaces the one before as a whole, or not at all', async () => {
  const { world } = await openApiShop()
  const { bins } = world.app
  await bins.load({ by, file: ['bin,bank\n411111,One\n', '422222,Two'] })
  const broken = Array.from({ length: 1_500 }, (_, index) => `${500_000 + index},Other`)
  await expect(bins.load({ by, file: [['bin,bank', ...broken, '4111,Short'].join('\n')] })).rejects.toThrow(
    'Line 1502 has "4111"',
  )
  expect(await bins.find('411111')).toEqual({ bank: 'One' })
  expect(await bins.find('500000')).toEqual({})
  await expect(bins.load({ by, file: ['bin\n411111\n411111'] })).rejects.toThrow('the same range twice')

  await bins.load({ by, file: ['bin,bank\n411111,Three'] })
  expect(await bins.find('411111')).toEqual({ bank: 'Three' })
  expect(await bins.find('422222')).toEqual({})
  expect(await world.query('select count(*)::int as ranges from bins.ranges')).toEqual([{ ranges: 1 }])
  expect((await world.verify()).differences).toEqual([])
})

// In small: ranges that cover the digits together count as one
longTest('more digits than a record has say more, and fewer than six are refused', async () => {
  const { world } = await openApiShop()
  const { bins } = world.app
  await bins.load({ by, file: [['bin,country,bank', '411111,RO,One', '41111122,RO,Two'].join('\n')] })
  expect(await bins.find('41111122')).toEqual({ country: 'RO', bank: 'Two' })
  expect(await bins.find('411111')).toEqual({ country: 'RO' })
  for (const wrong of ['41111', '4111111111111111', '41111x'])
    await expect(bins.find(wrong)).rejects.toThrow('the first 6 to 11 digits')
})

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('an operator loads a file by command, and asks for what it says', async () => {
  const { world } = await openShop({}, { ownTime: true })
  const { runs } = openCommandLine(world)
  const folder = await mkdtemp(join(tmpdir(), 'florin-bins-'))
  const file = join(folder, 'bins.csv')
  await writeFile(file, 'bin,brand,bank\r\n411111,visa,One\r\n41111122,visa,Two\r\n')
  expect((await runs(['bins', 'load', file])).printed).toContain('The table has 2 ranges.')
  expect((await runs(['bins', 'show', '41111122'])).printed).toContain('bank   Two')
  expect((await runs(['bins', 'show', '411111'])).printed).not.toContain('bank')
  expect((await runs(['bins', 'show', '999999'])).printed).toContain('Nothing is known')
  expect((await runs(['bins', 'load', join(folder, 'none.csv')])).error?.message).toContain('no such file')
  expect((await runs(['bins', 'show', '411111'])).printed).toContain('visa')
  await rm(folder, { recursive: true })
})

const facts = { cardHolderCountry: 'RO', cardHolderState: 'B', cardDescriptor: 'CRUMB BAKERY 7' }

test('what was sent with a card is in its record, and in those of its later payments', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { orderId, cardId } = (await orders(client, customerId, { ...managed, ...facts })).data
  expect((await client.get(`/card/${cardId}?customerId=${customerId}`)).data).toMatchObject(facts)
  const rebilled = await client.send('PATCH', `/order-rebill/${orderId}`, { form: { amount: '2.50' } })
  expect((await client.get(`/transaction/${rebilled.data.transactionId}`)).data).toMatchObject(facts)
})

test('what is sent with another card of an order belongs to that card, and the earlier payment keeps its own', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { orderId, transactionId } = (await orders(client, customerId, { ...managed, ...facts })).data
  const other = { cardHolderCountry: 'FR', cardHolderState: 'IDF', cardDescriptor: 'BAKERY' }
  const form = { ...typedCard, cardNumber: '5555555555554444', customerId: String(customerId), ...other }
  const updated = await client.send('PATCH', `/order-update-card/${orderId}`, { form })
  expect((await client.get(`/transaction/${updated.data.transactionId}`)).data).toMatchObject(other)
  expect((await client.get(`/card/${updated.data.cardId}?customerId=${customerId}`)).data).toMatchObject(other)
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject(facts)
})

// In small: what was sent with a card is in its record, and in those of its later payments
longTest('what is sent with a stored card is in the record of that payment', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { cardId } = (await orders(client, customerId, { ...typedCard, saveCard: '1' })).data
  const again = { cardId: String(cardId), networkTransactionId: 'nt-1', networkTransactionDate: '1777000000000' }
  const { transactionId } = (await orders(client, customerId, { ...again, ...facts })).data
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject(facts)
})
