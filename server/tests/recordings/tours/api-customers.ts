import { bread, typedCard } from '../../world/api.ts'
import type { Tour } from '../tour.ts'

const address = {
  country: 'US',
  state: 'NY',
  city: 'Albany',
  address: 'Elm 1',
  zipCode: '12 201',
  phone: '+40 712 345 678',
}

/** The customers of a site, and their stored cards. */
export async function tourCustomers(tour: Tour): Promise<void> {
  tour.chapter('api-customers-and-cards')
  await customers(tour)
  await cards(tour)
}

async function customers({ calls }: Tour): Promise<void> {
  const form = { identifier: 'ana', email: 'ana@example.com' }
  await calls('A new customer', 'POST /customer', { form })
  await calls('A customer in JSON, with all that is known', 'POST /customer', {
    json: {
      identifier: 'ben',
      email: 'ben@example.com',
      firstName: 'Ben',
      lastName: 'Ionescu',
      ...address,
      tag: ['vip'],
    },
  })
  await calls('A customer who is there already', 'POST /customer', { form })
  await calls('A customer without anything', 'POST /customer', { form: {} })
  await calls('A customer with everything wrong', 'POST /customer', {
    json: {
      identifier: 'ă',
      email: 'nobody',
      country: 'Romania',
      zipCode: '!',
      phone: 'none',
      tag: 'ș',
      isWhitelisted: 2,
    },
  })
  await calls('A customer of a state that is none', 'POST /customer', {
    form: { identifier: 'cip', email: 'c@example.com', country: 'RO', state: 'NY' },
  })
  await calls('One customer', 'GET /customer/1002')
  await calls('An unknown customer', 'GET /customer/9999')
  await calls('A customer whose id is none', 'GET /customer/abc')
  await calls('The customers', 'GET /customer?perPage=1&page=2')
  await calls('The customers by a part of their identifier', 'GET /customer?identifier=n&identifierMatchPartial=1')
  await calls('A page that is none', 'GET /customer?page=0&perPage=5000')
  await calls('A customer is changed', 'PUT /customer/1002', {
    form: { firstName: 'Benjamin', city: '', 'tag[]': 'new' },
  })
  await calls('A customer is put on the white list', 'PUT /customer/1002', {
    form: { isWhitelisted: '1', isWhitelistedUntil: '2026-12-31' },
  })
  const { data } = await calls('A search for customers', 'POST /customer-search', {
    form: { email: 'ben@example.com' },
  })
  await calls('What the search finds', `GET /customer?searchId=${data.searchId}`)
  await calls('An unknown search', 'GET /customer?searchId=abc')
  await calls('The answer is a token for a page', 'GET /auth/session-token')
  await calls('The older name of the token', 'GET /auth/jwt-token')
}

async function cards({ calls }: Tour): Promise<void> {
  const paid = { form: { customerId: '1001', ...bread, ...typedCard, saveCard: '1', externalOrderId: 'bread-1' } }
  await calls('A typed card pays and is stored', 'POST /order', paid)
  await calls('A second card is stored', 'POST /order', {
    form: { ...paid.form, cardNumber: '5555555555554444', externalOrderId: 'bread-2' },
  })
  await calls('The stored cards', 'GET /card?customerId=1001')
  await calls('The stored cards of an order', 'GET /card?customerId=1001&orderId=1001&cardStatus=all')
  await calls('The stored cards of an unknown customer', 'GET /card?customerId=9999')
  await calls('The stored cards without a customer', 'GET /card')
  await calls('One stored card', 'GET /card/1001?customerId=1001')
  await calls('A stored card of another customer', 'GET /card/1001?customerId=1002')
  await calls('A stored card is deleted', 'DELETE /card/1002')
  await calls('A stored card is deleted twice', 'DELETE /card/1002')
  await calls('A deleted card is still on file', 'GET /card?customerId=1001&cardStatus=deleted')
  await calls('A deleted card pays nothing', 'POST /order', { form: { customerId: '1001', ...bread, cardId: '1002' } })
  await calls('A customer is deleted', 'DELETE /customer/1002')
  await calls('A deleted customer', 'GET /customer/1002')
}
