import { join } from 'node:path'
import { seedStaging } from '../../../src/app/seed-staging.ts'
import { found, type Given, hires, passes, type Reading, types } from './given.ts'

/** What pages about the installation and its people take for granted. */
export const platformPages: Readonly<Record<string, (reading: Reading) => Promise<Given>>> = {
  'command-line': async (reading) => {
    await hires(reading, 'ana')
    return {
      substitutions: {
        '1042': found(reading, "select id from payments.payments where site_id = 10001 and status = 'captured'"),
      },
    }
  },
  dashboard: async () => {
    await types('staff add ana@bakery.example Ana --role owner --merchant 101')
    return {}
  },
  README: async () => {
    const { privateKey } = JSON.parse(await types('site rotate-key 10001 --json')) as { privateKey: string }
    return { substitutions: { 'sk_test_…': privateKey } }
  },
  'partner-guide/deciding': async (reading) => ({
    substitutions: {
      $FLORIN_PARTNER_KEY: await partnerKey(),
      '019df794-8900-7a10-8d2e-0c1f5b6a7d88': found(reading, 'select id from spending.transactions'),
    },
  }),
  'partner-guide/webhooks': async (reading) => ({
    substitutions: {
      $FLORIN_PARTNER_KEY: await partnerKey(),
      evt_01K4Z3W7V9Q8M2N5R6T1X0Y4AB: found(reading, 'select event_id from webhooks.events where partner_id = 501'),
    },
  }),
  running: async ({ world: { app } }) => {
    await seedStaging(app, app.config, 'http://127.0.0.1:8080')
    return {}
  },
  scaling: async (reading) => {
    const { clock } = reading.world.app
    const monthBefore = () =>
      clock.now().toZonedDateTimeISO('UTC').toPlainDate().toPlainYearMonth().subtract({ months: 1 })
    return {
      substitutions: {
        '2026-03': async () => String(monthBefore()),
        '/archive/outbox.events_2026_01.ndjson.gz': async () =>
          join(reading.folder, /outbox\.events\S+\.ndjson\.gz/.exec(reading.printed())![0]),
        '/archive': reading.folder,
      },
      before: { 'npm run florin -- partitions archive': () => passes(reading, 120) },
    }
  },
  'staff-api': async (reading) => {
    await hires(reading, 'bob')
    return {
      substitutions: {
        'fst_…': async () => /fst_\S+/.exec(reading.printed())![0],
        '6f8f0c0e-3a52-4b0e-9d0b-0d6f0d7c1a11': found(reading, "select id from cards.cards where status = 'active'"),
        '7': await found(reading, "select id from access.approvals where status = 'requested'")(),
      },
    }
  },
  staff: async (reading) => ({
    substitutions: {
      'revoke-token 7': async () =>
        `revoke-token ${await found(reading, 'select id from access.staff_tokens order by id desc limit 1')()}`,
    },
  }),
  verify: async (reading) => {
    await types('seal now')
    return {
      substitutions: {
        'c05a413ff9adf600…': found(reading, "select encode(hash, 'hex') from seals.seals order by id desc limit 1"),
        '4000': '1',
        '250000': found(reading, 'select max(id) from outbox.events'),
      },
    }
  },
}

/** A key of the partner of a first start. */
async function partnerKey(): Promise<string> {
  return (JSON.parse(await types('partner rotate-key 501 --json')) as { apiKey: string }).apiKey
}
