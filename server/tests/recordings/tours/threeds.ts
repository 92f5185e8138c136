import { openSpender } from '../../world/network.ts'
import type { PartnerFixture } from '../../world/partner.ts'
import { openMerchantSide } from '../../world/three-ds.ts'
import type { Tour } from '../tour.ts'

/** 3-D Secure of an issued card: a merchant's side asks, and the holder answers in the app. */
export async function tourThreeDs(tour: Tour, nordwind: PartnerFixture): Promise<void> {
  tour.chapter('issuing-3-d-secure')
  const { world } = tour.shop
  await using shop = await openMerchantSide(world)
  const ana = await openSpender(world, nordwind, { funds: '100.00' })
  const key = world.app.networkConnections.get('staging')!.reveal()
  const asks = async (title: string, changes: Record<string, unknown> = {}, amount = '42.99') => {
    const json = JSON.parse(JSON.stringify(shop.areq(ana, amount, changes)))
    const headers = { authorization: `Bearer ${key}` }
    const { text } = await tour.sends(title, 'POST /network/v1/3d-secure/requests', { json, headers })
    return JSON.parse(text) as { acsTransID: string }
  }
  const app = (title: string, line: string, json?: object) =>
    tour.sends(title, line, { headers: { authorization: `Bearer ${ana.accessToken}` }, ...(json && { json }) })
  await asks('A request that lacks what it needs', { mcc: undefined, merchantName: undefined })
  await asks('A small payment', {}, '5.00')
  const { acsTransID } = await asks('A payment that the holder has to confirm')
  await app('What waits for her', 'GET /v1/transactions/3d-secure')
  const confirmed = { authType: 'fingerprint', authStatus: 'success' }
  await app('An answer that is none', `PATCH /v1/transactions/3d-secure/${acsTransID}`, { authType: 'fingerprint' })
  await app('She confirms it', `PATCH /v1/transactions/3d-secure/${acsTransID}`, confirmed)
  await app('A second answer', `PATCH /v1/transactions/3d-secure/${acsTransID}`, confirmed)
  await app('A challenge that is none', 'PATCH /v1/transactions/3d-secure/nothing', confirmed)
  await app('Nothing waits any more', 'GET /v1/transactions/3d-secure')
}
