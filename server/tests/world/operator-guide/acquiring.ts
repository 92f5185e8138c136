import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { found, type Given, hires, passes, type Reading, types, writesFile } from './given.ts'

/** What pages about merchants, payments and their money take for granted. */
export const acquiringPages: Readonly<Record<string, (reading: Reading) => Promise<Given>>> = {
  billing: async (reading) => ({
    substitutions: {
      '1001': found(reading, "select id from orders.orders where status = 'in-progress' and type = 'recurring'"),
    },
  }),
  bins: async (reading) => {
    await writesFile(reading, 'bins.csv', reading.blocks('csv')[0]!)
    return {}
  },
  emails: async (reading) => ({
    substitutions: { '42': found(reading, "select id from emails.emails where site_id = 10001 and status = 'sent'") },
  }),
  'fee-invoices': async (reading) => {
    const month = reading.world.app.clock.now().toString().slice(0, 'YYYY-MM'.length)
    await passes(reading, 32)
    return {
      substitutions: {
        '2026-05': month,
        'F-2026-000001': found(reading, 'select number from fee_invoices.invoices order by id limit 1'),
      },
    }
  },
  'importing-cards': async (reading) => {
    await writesFile(reading, 'cards.csv', reading.blocks('csv')[0]!)
    return {}
  },
  'merchant-payouts': async (reading) => {
    vi.stubEnv('FLORIN_BANK_HOLDER', 'Florin Payments SRL')
    vi.stubEnv('FLORIN_BANK_IBAN', 'RO49AAAA1B31007593840000')
    return {
      substitutions: { '1001': found(reading, 'select id from merchant_payouts.payouts order by id desc limit 1') },
      before: {
        // Its bank account waits for a day, and its money for two; the schedule would pay it meanwhile.
        'npm run florin -- --reason "asked for by phone"': async () => {
          await types('--reason audit merchant hold-payouts 101')
          await passes(reading, 4)
          await types('--reason audit merchant release-payouts 101')
        },
        'npm run florin -- --reason "daily file"': async () => {
          vi.stubEnv('FLORIN_BANK', 'file')
          await types('--reason audit merchant-payout create --merchant 101 --amount 50.00 --currency EUR')
        },
      },
    }
  },
  merchants: async (reading) => {
    await types('site rotate-key 10001')
    return {
      substitutions: {
        '7': found(reading, 'select id from directory.site_keys where site_id = 10001 order by id limit 1'),
      },
    }
  },
  'personal-data': async (reading) => ({
    substitutions: {
      'ana@example.com': found(
        reading,
        `select s.email from shoppers.shoppers s where s.site_id = 10001 and s.email is not null
          and not exists (select from orders.orders o where o.shopper_id = s.id and o.status not like 'complete%')`,
      ),
    },
  }),
  pricing: async (reading) => ({
    substitutions: { '7': found(reading, 'select id from pricing.rules order by id desc limit 1') },
  }),
  reconciliation: async (reading) => {
    await hires(reading, 'ana')
    await passes(reading, 1)
    await pays(reading)
    await passes(reading, 1)
    const yesterday = async () => reading.world.app.clock.now().subtract({ hours: 24 }).toString().slice(0, 10)
    const file = join(reading.folder, 'monday.csv')
    await types(`reconcile sample ${await yesterday()} ${file} --fault amount`)
    return {
      substitutions: {
        '2026-11-23': yesterday,
        'write-off 101': async () =>
          `write-off ${await found(reading, "select id from reconciliation.breaks where status = 'open' and kind = 'amount'")()}`,
      },
      before: { 'npm run florin -- reconcile sample': () => rm(file) },
    }
  },
  sites: async (reading) => {
    await hires(reading, 'ana')
    await writesFile(reading, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
    await writesFile(reading, 'form.json', '{"fields": [{"name": "phone", "required": true}]}')
    return {}
  },
  topups: async (reading) => ({
    substitutions: {
      'https://pay.example.com': 'http://127.0.0.1:8080',
      topup_01K4Z3W7V9Q8M2N5R6T1X0Y4AB: found(reading, 'select id from topups.topups'),
    },
  }),
  'when-things-go-wrong': async (reading) => ({
    substitutions: {
      '1042': await found(reading, "select id from payments.payments where status = 'uncertain'")(),
      '1002': found(reading, 'select order_id from notifications.notifications where site_id = 10001'),
      '123': found(reading, 'select id from notifications.notifications where site_id = 10001'),
    },
  }),
}

/** A store charges a card by the API. */
async function pays({ world: { http } }: Reading): Promise<void> {
  const { privateKey } = JSON.parse(await types('site rotate-key 10001 --json')) as { privateKey: string }
  const sends = async (url: string, fields: Readonly<Record<string, string>>) => {
    const headers = { authorization: `Bearer ${privateKey}`, 'content-type': 'application/x-www-form-urlencoded' }
    const reply = await http.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString() })
    return (reply.json() as { data: { id: number } }).data
  }
  const { id } = await sends('/customer', { identifier: 'guide', email: 'guide@example.com' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Ana Pop' }
  await sends('/order', { customerId: String(id), orderType: 'purchase', amount: '25.00', currency: 'EUR', ...card })
}
