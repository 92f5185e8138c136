import { expect, test, vi } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest('a person plays the card network on the command line, and has every decision explained', async () => {
  await using world = await createWorld()
  const ana = await openSpender(world, await openPartner(world), { funds: '100.00' })
  const { prints } = openCommandLine(world)
  const card = ana.issued.id
  const approved = await prints(`spend authorize ${card} 42.99`)
  expect(approved).toMatch(/^00 approved, authorization code \w{6}, 42\.99 EUR, transaction [0-9a-f-]{36}$/)
  const id = approved.slice(-36)
  expect(await prints(`spend reverse ${id} --remaining 40.00`)).toBe(`00 approved, transaction ${id}`)
  expect(await prints(`spend clear ${card} 20.00 --of ${id} --part 1/2`)).toContain(id)
  expect(await ana.funds()).toEqual({ balance: '80.00', held: '20.00', available: '60.00' })
  expect(await prints(`spend refund ${card} 5.00 --of ${id}`)).toContain(id)
  const explained = await prints(`explain ${id}`)
  expect(explained).toContain('purchase at Florin Bakery, settled')
  expect(explained).toContain('authorized 40.00 EUR, held 20.00 EUR, cleared 20.00 EUR, refunded 5.00 EUR')
  expect(explained).toMatch(/reversal +42\.99 EUR +00 +reduce +pending +32/)

  const more = await prints(`spend authorize ${card} 10.00`)
  expect(await prints(`spend authorize ${card} 5.00 --of ${more.slice(-36)}`)).toContain(more.slice(-36))
  expect(await prints(`spend authorize ${card} 900.00 --partial`)).toMatch(/^10 approved.*, 50\.00 EUR/)
  expect(await prints(`spend reverse ${more.slice(-36)}`)).toMatch(/^00/)

  const declined = await prints(`spend authorize ${card} 500.00 --merchant Yachts`)
  expect(declined).toMatch(/^51 not approved, transaction/)
  expect(await prints(`explain ${declined.slice(-36)}`)).toMatch(
    /balance +failed +51 +500\.00 EUR is asked for, and 15\.00 EUR can be spent/,
  )

  expect(await prints('explain nothing')).toBe('There is no card transaction nothing.')
  expect(await prints('spend authorize nothing 1.00')).toContain('There is no card nothing.')
  expect(await prints(`spend authorize ${card} 1.005`)).toContain('1.005 EUR is no amount')
  expect(await prints(`spend clear ${card} 1.00 --part 3`)).toContain('--part is such as 1/2.')
})

test('in production the command line plays no card network', async () => {
  await using world = await createWorld()
  const { prints } = openCommandLine(world)
  vi.stubEnv('FLORIN_ENVIRONMENT', 'production')
  vi.stubEnv('FLORIN_PUBLIC_URL', 'https://pay.example.com')
  vi.stubEnv('FLORIN_MESSAGES', 'off')
  expect(await prints('spend authorize nothing 1.00')).toContain('in production a real one sends the messages')
})
