import { onTestFinished } from 'vitest'
import { openIso8583Listener } from '../../../src/surfaces/network/iso8583-listener.ts'
import { euXml, ofacXml } from '../sanctions.ts'
import { openAppleWallet, openGoogleWallet } from '../wallet.ts'
import { found, type Given, hires, type Reading, writesFile } from './given.ts'

/** Of a customer of the story who waits for a person: as the list of sanctions has them. */
const listed = [{ id: 9001, first: 'Maria', last: 'ENE', born: '07 Oct 1962', country: 'Romania' }]
const ofacRow = '9001,"ENE, Maria","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 07 Oct 1962;"'

/** What pages about partners, cards and their customers take for granted. */
export const issuingPages: Readonly<Record<string, (reading: Reading) => Promise<Given>>> = {
  cards: async (reading) => {
    await writesFile(reading, 'root.pem', openAppleWallet(reading.world.app.clock.now()).rootPem)
    await writesFile(reading, 'token-service.pem', openGoogleWallet().publicPem)
    return {
      substitutions: {
        '<productId>': found(reading, 'select id from programmes.products'),
        '<runId>': async () => '01890000-0000-7000-8000-000000000000',
      },
    }
  },
  chains: async (reading) => {
    await hires(reading, 'ana', 'eve')
    return {}
  },
  clearing: async (reading) => {
    await writesFile(reading, 'clearing-2026-11-21.csv', reading.blocks('csv')[0]!)
    return { substitutions: { '7': found(reading, 'select id from spending.files') } }
  },
  disputes: async (reading) => {
    await hires(reading, 'ana')
    return {}
  },
  kyc: async (reading) => {
    await hires(reading, 'ana')
    const waiting = await reading.world.query("select id from kyc.cases where status = 'pending_review' order by id")
    const [first, second, third = second] = waiting.map(({ id }) => String(id))
    return {
      substitutions: {
        '42': [first!, first!, first!, second!, third!],
        '0b5c…': found(
          reading,
          `select d.id from documents.documents d join kyc.cases c using (holder_id) where c.id = ${first} and d.bytes is not null`,
        ),
      },
    }
  },
  network: async ({ world: { app } }) => {
    const [connection] = app.config.iso8583
    const listener = await openIso8583Listener(app, connection!)
    onTestFinished(() => listener.close())
    return { substitutions: { 'switch-a': `${connection!.name} --port ${listener.port}` } }
  },
  'network-reports': async (reading) => {
    await hires(reading, 'ana')
    const day = reading.world.app.clock.now().subtract({ hours: 24 }).toString().slice(0, 10)
    const columns = 'day,currency,clearings,cleared,refunds,refunded,fees,charged'
    await writesFile(reading, 'settlement-2026-05-04.csv', `${columns}\n${day},EUR,0,0.00,0,0.00,1,2.50\n`)
    return {
      substitutions: {
        '12': found(reading, 'select id from networkreports.reports'),
        '31': found(reading, 'select id from networkreports.rows'),
      },
    }
  },
  partners: async (reading) => ({
    substitutions: {
      '12': found(reading, 'select id from partners.api_keys where partner_id = 501 order by id limit 1'),
      cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB: found(reading, 'select holder_id from accounts.accounts'),
      '0b7e1c1e-5a8c-4c1e-9a41-8a2b8a6f0d11': found(reading, 'select id from accounts.accounts'),
      '2026-05-01': async () =>
        reading.world.app.clock
          .now()
          .subtract({ hours: 24 * 30 })
          .toString()
          .slice(0, 10),
      '2026-05-31': async () => reading.world.app.clock.now().toString().slice(0, 10),
    },
  }),
  screening: async (reading) => {
    await hires(reading, 'cora')
    await writesFile(reading, 'sdn.xml', ofacXml(listed))
    await writesFile(reading, 'sdn.csv', `${ofacRow}\r\n`)
    await writesFile(reading, 'alt.csv', '9001,1,"aka","ENE, Mara",-0- \r\n')
    await writesFile(reading, 'add.csv', '9001,1,"1 No Street","Nowhere","Romania",-0- \r\n')
    await writesFile(reading, 'eu.xml', euXml(listed))
    return {
      substitutions: { '7': found(reading, 'select id from screening.hits') },
      before: { 'npm run florin -- --as cora@florin.example screening hits': () => reading.world.runUntilIdle() },
    }
  },
  spending: async (reading) => ({
    substitutions: { '019df794-8900-77cc-9f33-7ae02b343db8': found(reading, 'select id from spending.transactions') },
  }),
}
