import { expect } from 'vitest'
import { changeBillingDetails } from '#acquiring/fee-invoices'
import {
  addBankAccount,
  changeBankAccount,
  changeTerms,
  createPayoutByHand,
  makePayoutFile,
  resolvePayoutManually,
} from '#acquiring/merchant-payouts'
import { addAccount, ibanEnding, openPaidMerchant, operator } from '../../world/merchant-payouts.ts'
import { euros } from '../../world/payments-fixture.ts'
import { type Scenario, type Stage, theRow, worker } from './stage.ts'

type Terms = Parameters<typeof openPaidMerchant>[2]

/** A merchant that is owed 98.35 of a batch that is closed. */
async function owed(stage: Stage, terms: Terms = { schedule: 'manual' }) {
  const { world } = stage
  const shop = await stage.shop()
  const { merchantId } = shop.site
  await openPaidMerchant(world, merchantId, terms)
  await shop.pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const payouts = () =>
    world.query(`select id, minor::text, status from merchant_payouts.payouts where merchant_id = ${merchantId}`)
  const pays = (amount?: string) =>
    createPayoutByHand(world.app, {
      ...{ by: operator, merchantId, currency: 'EUR', amount: amount === undefined ? undefined : euros(amount) },
    })
  return { shop, merchantId, payouts, pays }
}

const newMerchant = async ({ world }: Stage) =>
  (await world.app.directory.createMerchant({ by: operator, name: 'Crumb & Co.' })).id

const audited = ({ world }: Stage, action: string, merchantId: unknown) =>
  world.query(
    `select from directory.audit where action = '${action}' and owner_kind = 'merchant' and owner_id = '${merchantId}'`,
  )

const submissions = ({ world }: Stage, id: bigint) =>
  world.query(`select from merchant_payouts.payout_transitions where payout_id = ${id} and action = 'submit'`)

export const merchantScenarios: Record<string, Scenario> = {
  'create-payout': async (stage) => {
    const { payouts, pays } = await owed(stage)
    return {
      act: () => pays('60.00'),
      holds: async () => expect((await payouts()).length).toBeLessThanOrEqual(1),
    }
  },
  'pay-by-schedule': async (stage) => {
    const { merchantId, payouts } = await owed(stage)
    await changeTerms(stage.world.app, { by: operator, merchantId, changes: { schedule: 'daily' } })
    stage.world.clock.pass({ hours: 24 })
    return {
      act: () => worker(stage, 'pay merchants', BigInt(merchantId)),
      holds: async () => expect(await payouts()).toHaveLength(1),
    }
  },
  'return-payout': async (stage) => {
    const { payouts, pays } = await owed(stage)
    const { payout } = await pays()
    for (const hours of [6, 30]) await stage.world.pass({ hours })
    expect(await payouts()).toMatchObject([{ status: 'paid' }])
    return {
      act: () => resolvePayoutManually(stage.world.app, { by: operator, id: payout!.id, action: 'return' }),
      holds: async () => {
        expect(await payouts()).toMatchObject([{ status: 'returned' }])
        const entries = `select from ledger.entries where reference = 'merchant payout ${payout!.id}' and recipe ilike '%return%'`
        expect((await stage.world.query(entries)).length).toBeLessThanOrEqual(1)
      },
    }
  },
  'resolve-payout-manually': async (stage) => {
    const { payouts, pays } = await owed(stage)
    const { payout } = await pays()
    await stage.world.pass({ hours: 6 })
    await resolvePayoutManually(stage.world.app, { by: operator, id: payout!.id, action: 'fail' })
    return {
      act: () => resolvePayoutManually(stage.world.app, { by: operator, id: payout!.id, action: 'pay' }),
      holds: async () => {
        expect(await payouts()).toMatchObject([{ status: 'paid' }])
        const entries = `select from ledger.entries where reference = 'merchant payout ${payout!.id}' and recipe ilike '%return%'`
        expect((await stage.world.query(entries)).length).toBeLessThanOrEqual(1)
      },
    }
  },
  reserve: async (stage) => {
    const { merchantId } = await owed(stage, { schedule: 'manual', reserveBasisPoints: 1_000, reserveDays: 30 })
    const { world } = stage
    const { id } = await theRow(world, `select id from merchant_payouts.reserves where merchant_id = ${merchantId}`)
    world.clock.pass({ hours: 24 * 31 })
    return {
      act: () => worker(stage, 'release reserves', BigInt(id as string)),
      holds: async () => {
        const lines = `select sum(minor)::text as minor from ledger.lines where account = 'merchant:${merchantId}:reserve'`
        expect(await theRow(world, lines)).toEqual({ minor: '0' })
      },
    }
  },
  terms: async (stage) => {
    const merchantId = await newMerchant(stage)
    return {
      act: () => changeTerms(stage.world.app, { by: operator, merchantId, changes: { schedule: 'daily' } }),
      holds: async () => expect(await audited(stage, 'payoutTermsChanged', merchantId)).toHaveLength(1),
    }
  },
  'billing-details': async (stage) => {
    const merchantId = await newMerchant(stage)
    const changes = { legalName: 'Crumb SRL', address: 'Strada Academiei 7', country: 'RO', vatBasisPoints: 1_900 }
    return {
      act: () => changeBillingDetails(stage.world.app, { by: operator, merchantId, changes }),
      holds: async () =>
        expect(
          await theRow(stage.world, `select version from fee_invoices.billing_details where id = ${merchantId}`),
        ).toEqual({ version: 1 }),
    }
  },
  'add-bank-account': async (stage) => {
    const merchantId = await newMerchant(stage)
    const account = { currency: 'EUR', holderName: 'Crumb & Co.', iban: ibanEnding('3000') } as const
    return {
      act: () => addBankAccount(stage.world.app, { by: operator, merchantId, ...account }),
      holds: async () => {
        const added = await stage.world.query(
          `select from merchant_payouts.bank_accounts where merchant_id = ${merchantId}`,
        )
        expect(await audited(stage, 'bankAccountAdded', merchantId)).toHaveLength(added.length)
      },
    }
  },
  'change-bank-account': async (stage) => {
    const merchantId = await newMerchant(stage)
    const { id } = await addAccount(stage.world, merchantId, '3000')
    return {
      act: () => changeBankAccount(stage.world.app, { by: operator, merchantId, id, action: 'hold' }),
      holds: async () => expect(await audited(stage, 'bankAccountChanged', merchantId)).toHaveLength(1),
    }
  },
  'submit-payout': async (stage) => {
    const { pays } = await owed(stage)
    const id = (await pays()).payout!.id
    return {
      act: () => worker(stage, 'submit payouts to merchants', id),
      holds: async () => expect(await submissions(stage, id)).toHaveLength(1),
    }
  },
  'payout-file': async (stage) => {
    const { pays } = await owed(stage)
    const id = (await pays()).payout!.id
    const debtor = { name: 'Florin', iban: 'RO49AAAA1B31007593840000', bic: 'AAAAROBU' }
    return {
      act: () => makePayoutFile({ ...stage.world.app, bank: undefined, debtor }, { by: operator }),
      holds: async () => expect(await submissions(stage, id)).toHaveLength(1),
    }
  },
  'change-merchant': async (stage) => {
    const merchantId = await newMerchant(stage)
    const changes = { email: 'finance@crumb.example' }
    return {
      act: () => stage.world.app.directory.changeMerchant({ by: operator, merchantId, changes }),
      holds: async () => expect(await audited(stage, 'merchantChanged', merchantId)).toHaveLength(1),
    }
  },
}
